package source

import (
	"reflect"

	"coldstart/model"
)

// kept is a finding for as long as its file stays the same. Most files are one plan: then it has
// nothing else, and the plan is that of the last snapshot if nothing was added to it there.
type kept struct {
	plan    *model.Plan
	managed *model.ManagedPlan
	rest    *Finding
}

func keptOf(f Finding) kept {
	if len(f.Plans) != 1 || len(f.Managed) > 1 || f.saysMore() {
		// Only this one has to outlive the call.
		rest := f
		return kept{rest: &rest}
	}
	k := kept{plan: f.Plans[0]}
	if len(f.Managed) == 1 {
		k.managed = &f.Managed[0]
	}
	return k
}

// saysMore reports a finding that is more than plans.
func (f Finding) saysMore() bool {
	f.Plans, f.Managed = nil, nil
	return !reflect.ValueOf(f).IsZero()
}

func (k kept) plans() int {
	switch {
	case k.plan != nil:
		return 1
	case k.rest != nil:
		return len(k.rest.Plans)
	}
	return 0
}

// addTo adds it to a snapshot, whose changes do not reach it.
func (k kept) addTo(s *model.Snapshot) {
	if k.rest != nil {
		k.rest.AddTo(s)
	}
	if k.plan != nil {
		s.Plans = append(s.Plans, *k.plan)
	}
	if k.managed != nil {
		s.Managed = append(s.Managed, *k.managed)
	}
}

// Share has what is kept of plans in the memory of a snapshot that does not change any more, but for
// those plans to which something was added there.
func (c *Cache) Share(s *model.Snapshot) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	managed := make(map[string]*model.ManagedPlan, len(s.Managed))
	for i := range s.Managed {
		managed[s.Managed[i].Path] = &s.Managed[i]
	}
	for i := range s.Plans {
		p := &s.Plans[i]
		key := cacheKey{PlanName, p.Path}
		of := c.met[key]
		k, ok := of.value.(kept)
		if !ok || k.plan == nil {
			continue
		}
		if k.plan.Same(p) {
			k.plan = p
		}
		if m := managed[p.Path]; m != nil && k.managed != nil && *m == *k.managed {
			k.managed = m
		}
		c.met[key] = cached{of.stamp, k}
	}
}
