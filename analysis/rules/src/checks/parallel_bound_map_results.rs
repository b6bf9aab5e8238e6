//! `parallel-bound-map-results`: a bound map whose results the groups do not split.

use crate::bands::generic_bands;
use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for band in generic_bands(ctx) {
        for bounds in [&band.lower, &band.upper] {
            let (Some(map), Some(groups), Some(place)) = (&bounds.map, &bounds.groups, bounds.map_place)
            else {
                continue;
            };
            let sum: i64 = groups.iter().fold(0, |sum, it| sum.saturating_add(*it));
            if usize::try_from(sum).ok() != Some(map.results.len()) {
                let message = format!(
                    "the groups of the {}s need {}, the map has {}",
                    bounds.what,
                    counted(usize::try_from(sum).unwrap_or_default(), "result"),
                    map.results.len()
                );
                let finding = report.add(place, message);
                if let Some(groups) = bounds.groups_place {
                    finding.related(groups, "the groups");
                }
            }
        }
    }
}
