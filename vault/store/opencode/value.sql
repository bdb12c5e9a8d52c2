CASE
  WHEN octet_length(data) <= 16384 THEN data
  WHEN octet_length(data) > 4194304 OR NOT json_valid(data) THEN NULL
  ELSE json_replace(
    json_remove(data, '$.summary', '$.system', '$.url', '$.source', '$.state.attachments',
      '$.state.metadata.diff', '$.state.metadata.filediff.patch', '$.state.metadata.files', '$.state.metadata.output',
      '$.state.metadata.preview', '$.state.metadata.diagnostics', '$.state.metadata.todos',
      '$.state.input.content', '$.state.input.oldString', '$.state.input.newString'),
    '$.text', substr(data->>'$.text', 1, 4200),
    '$.state.output', (WITH o(t) AS (SELECT substr(data->>'$.state.output', -2000))
      SELECT substr(t, nullif(instr(t, char(10)), 0) + 1) FROM o),
    '$.state.error', substr(data->>'$.state.error', 1, 4200),
    '$.state.input.command', substr(data->>'$.state.input.command', 1, 4200),
    '$.state.input.prompt', substr(data->>'$.state.input.prompt', 1, 4200),
    '$.state.input.patchText', substr(data->>'$.state.input.patchText', 1, 4200),
    '$.error.data.message', substr(data->>'$.error.data.message', 1, 4200))
END
