//! The edits that a generation considers.

use tabiya::Direction;

use super::super::changes::ChangeSet;
use super::super::grammar::{RULES_AND_SCOPES, Rule, Scope};
use super::kind::Kind;
use super::steps::step_scope;

/// The targets that active edits add for a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    pub takes_own: bool,
    pub passes_own: bool,
    pub passes_enemy: bool,
    /// The direction in which sliders pass all pieces.
    pub passes_along: Option<Direction>,
}

impl Reach {
    /// Adds what a rule allows. Returns `false` if it is none that moves pieces farther.
    fn extend(&mut self, rule: Rule, scope: Scope) -> bool {
        match rule {
            Rule::OwnCapture => self.takes_own = true,
            Rule::ThroughOwn => self.passes_own = true,
            Rule::ThroughEnemy => self.passes_enemy = true,
            Rule::ThroughAny if self.passes_along.is_none() => {
                self.passes_along = Direction::ALL
                    .into_iter()
                    .find(|direction| step_scope(direction.step()) == scope);
            }
            _ => return false,
        }
        true
    }
}

/// One side's edits that a generation considers.
#[derive(Clone, Copy, Debug)]
pub struct Edits {
    /// The edits that are on.
    pub active: ChangeSet,
    /// The edits for which the generation notes what each changes beyond the active ones.
    pub varied: ChangeSet,
    /// Both.
    pub seen: ChangeSet,
    /// `true` if there are varied edits.
    pub has_varied: bool,
    /// The move kinds that edits change even if no check or pin is involved, as bits. Changes in
    /// `reach` do not count.
    touched: u16,
    /// The targets that active edits add, for each move kind.
    reach: [Reach; Kind::ALL.len()],
    /// The features by which edits omit moves, for each move kind.
    pub omissions: [u64; Kind::ALL.len()],
}

impl Edits {
    pub fn new(active: ChangeSet, varied: ChangeSet) -> Self {
        let seen = active.union(&varied);
        let mut omissions = [0; Kind::ALL.len()];
        let mut touched = 0;
        let mut reach = [Reach::default(); Kind::ALL.len()];
        for change in seen.into_iter() {
            let (rule, scope) = RULES_AND_SCOPES[usize::from(change)];
            for kind in Kind::ALL {
                if kind.omission_rules().contains(&Some(rule)) {
                    omissions[kind as usize] |= scope.bit();
                    touched |= 1 << kind as u8;
                }
                let is_active = active.contains(change) && !varied.contains(change);
                if concerns(rule, scope, kind)
                    && !(is_active && reach[kind as usize].extend(rule, scope))
                {
                    touched |= 1 << kind as u8;
                }
            }
        }
        let has_varied = !varied.is_empty();
        Self { active, varied, has_varied, seen, touched, reach, omissions }
    }

    /// Returns the targets that active edits add for a move kind.
    pub const fn reach(&self, kind: Kind) -> Reach {
        self.reach[kind as usize]
    }

    /// Tests whether edits change moves of a kind even if no check or pin is involved, apart from
    /// their [`reach`](Self::reach).
    pub const fn touches(&self, kind: Kind) -> bool {
        self.touched & 1 << kind as u8 != 0
    }

    /// Tests whether a change is considered.
    pub fn sees(&self, rule: Rule, scope: Scope) -> bool {
        self.seen.has(rule, scope)
    }
}

/// Tests whether a change to a movement rule concerns a move kind.
fn concerns(rule: Rule, scope: Scope, kind: Kind) -> bool {
    let is_slider = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
    match rule {
        Rule::ThroughAny => is_slider,
        Rule::OwnCapture
        | Rule::ThroughOwn
        | Rule::ThroughEnemy
        | Rule::ExtraPattern
        | Rule::WrapA
        | Rule::WrapH => match scope {
            Scope::All => true,
            Scope::Knight | Scope::Bishop | Scope::Rook | Scope::Queen | Scope::King => {
                scope == kind.scope()
            }
            Scope::EnPassant => kind == Kind::EnPassant,
            _ => kind.is_pawn_move(),
        },
        Rule::PushCaptures
        | Rule::DoublePushOver
        | Rule::DoublePushCaptures
        | Rule::DoublePushRank
        | Rule::CapturesNothing
        | Rule::BackwardPawn => kind.is_pawn_move(),
        Rule::EpAnyPawn => kind.is_pawn_move(),
        Rule::GeneratedTwice => scope == kind.scope(),
        _ => false,
    }
}
