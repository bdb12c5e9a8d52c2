SELECT substr(id,1,200), substr(coalesce(parent_id,''),1,200), substr(directory,1,4096), substr(title,1,1000), substr(version,1,200),
  CASE WHEN json_valid(revert) THEN substr(revert->>'$.messageID',1,200) END, time_created, time_updated, time_archived,
  (SELECT max(time_updated) FROM session sub WHERE sub.parent_id = session.id) FROM session
