//! Accesses and dependences, written as they come: a function of two hundred accesses has tens of thousands.

use std::io::{self, Write};

use analysis::{
    Access, AccessKind, Component, Dependence, FunctionDependences, Integer, NotComputed, Unanalysed,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use tower_lsp::ls_types::Range;

use super::{Source, VERSION, print};

pub(crate) fn dependences(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionDependences],
) -> io::Result<()> {
    let functions = Sequence(functions, |function| FunctionJson { source, function });
    print(out, &File { source, functions })
}

/// The results of a function for each item of a slice.
pub(crate) struct Sequence<'a, Item, Make>(pub(crate) &'a [Item], pub(crate) Make);

impl<'a, Item, Json: Serialize, Make: Fn(&'a Item) -> Json> Serialize for Sequence<'a, Item, Make> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

struct File<'a, Functions> {
    source: &'a Source,
    functions: Functions,
}

impl<Functions: Serialize> Serialize for File<'_, Functions> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &self.source.path)?;
        map.serialize_entry("functions", &self.functions)?;
        map.serialize_entry("version", &VERSION)?;
        map.end()
    }
}

struct FunctionJson<'a> {
    source: &'a Source,
    function: &'a FunctionDependences,
}

impl Serialize for FunctionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let accesses = self.function.accesses.iter().enumerate();
        let accesses: Vec<_> = accesses
            .map(|(id, it)| AccessJson { id, access: it, range: self.source.range(it.range) })
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("accesses", &accesses)?;
        map.serialize_entry("dependences", &Sequence(&self.function.dependences, DependenceJson))?;
        if let Some(reason) = &self.function.flow_unknown {
            map.serialize_entry("flowUnknown", reason)?;
        }
        map.serialize_entry("name", &self.function.name)?;
        if !self.function.not_computed.is_empty() {
            map.serialize_entry("notComputed", &Sequence(&self.function.not_computed, NotComputedJson))?;
        }
        if !self.function.unanalysed.is_empty() {
            let unanalysed = self.function.unanalysed.iter();
            let unanalysed: Vec<_> =
                unanalysed.map(|it| UnanalysedJson { it, range: self.source.range(it.range) }).collect();
            map.serialize_entry("unanalysed", &unanalysed)?;
        }
        map.end()
    }
}

/// Pairs of accesses, only the nearest of which are listed.
pub(crate) struct NotComputedJson<'a>(pub(crate) &'a NotComputed);

impl Serialize for NotComputedJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("accesses", &self.0.accesses)?;
        map.serialize_entry("apart", &self.0.apart)?;
        map.serialize_entry("memrefs", &self.0.memrefs)?;
        map.serialize_entry("pairs", &self.0.pairs)?;
        map.serialize_entry("unknown", &self.0.reason)?;
        map.end()
    }
}

/// An operation that depends on accesses in ways that are not known, with the range of its name.
pub(crate) struct UnanalysedJson<'a> {
    pub(crate) it: &'a Unanalysed,
    pub(crate) range: Range,
}

impl Serialize for UnanalysedJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("accesses", &self.it.accesses)?;
        if self.it.accesses_left_out > 0 {
            map.serialize_entry("accessesLeftOut", &self.it.accesses_left_out)?;
        }
        map.serialize_entry("loops", &self.it.loops)?;
        map.serialize_entry("memref", &self.it.memref)?;
        map.serialize_entry("op", &self.it.op)?;
        map.serialize_entry("range", &self.range)?;
        map.serialize_entry("reads", &self.it.reads)?;
        map.serialize_entry("unknown", &self.it.reason)?;
        map.serialize_entry("writes", &self.it.writes)?;
        map.end()
    }
}

pub(super) fn access_kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    }
}

/// An access with its id and the range of its name.
pub(crate) struct AccessJson<'a> {
    pub(crate) id: usize,
    pub(crate) access: &'a Access,
    pub(crate) range: Range,
}

impl Serialize for AccessJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(dead) = self.access.dead {
            map.serialize_entry("dead", &dead)?;
        }
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("kind", access_kind(self.access.kind))?;
        if let Some(live_in) = self.access.live_in {
            map.serialize_entry("liveIn", &live_in)?;
        }
        map.serialize_entry("loops", &self.access.loops)?;
        map.serialize_entry("memref", &self.access.memref)?;
        map.serialize_entry("op", &self.access.op)?;
        map.serialize_entry("range", &self.range)?;
        map.end()
    }
}

/// Of a dependence all but what function it is in.
pub(crate) struct DependenceJson<'a>(pub(crate) &'a Dependence);

impl Serialize for DependenceJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let dependence = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("components", &Sequence(&dependence.components, ComponentJson))?;
        map.serialize_entry("depth", &dependence.depth)?;
        if let Some(distances) = &dependence.distances {
            map.serialize_entry("distances", &Sequence(distances, VectorJson))?;
        }
        if let Some(flow) = dependence.flow {
            map.serialize_entry("flow", &flow)?;
        }
        if let Some(components) = &dependence.flow_components {
            map.serialize_entry("flowComponents", &Sequence(components, ComponentJson))?;
        }
        map.serialize_entry("kind", &dependence.kind.as_str().to_lowercase())?;
        map.serialize_entry("sink", &dependence.sink)?;
        map.serialize_entry("source", &dependence.source)?;
        if let Some(reason) = &dependence.unknown {
            map.serialize_entry("unknown", &**reason)?;
        }
        map.end()
    }
}

struct VectorJson<'a>(&'a Vec<Integer>);

impl Serialize for VectorJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(IntegerJson))
    }
}

struct ComponentJson<'a>(&'a Component);

impl Serialize for ComponentJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("lb", &self.0.lower.as_ref().map(IntegerJson))?;
        map.serialize_entry("ub", &self.0.upper.as_ref().map(IntegerJson))?;
        map.end()
    }
}

/// A number, or its digits in a string where JSON's readers would round it.
pub(crate) struct IntegerJson<'a>(pub(crate) &'a Integer);

impl Serialize for IntegerJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_i64() {
            Some(value) => serializer.serialize_i64(value),
            None => serializer.collect_str(self.0),
        }
    }
}
