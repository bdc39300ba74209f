// Random games, counted by their ends.
import { Game, type GameOutcome } from "tabiya";

let state = 1;
const random = (bound: number): number => (state = (state * 48_271) % 2_147_483_647) % bound;
const ends = new Map<GameOutcome["reason"], number>();
for (let count = 0; count < 20; count++) {
  const game = Game.start();
  for (let outcome = game.outcome(); ; outcome = game.outcome()) {
    if (outcome !== null) {
      ends.set(outcome.reason, (ends.get(outcome.reason) ?? 0) + 1);
      break;
    }
    const codes = game.position.codes();
    game.play(codes[random(codes.length)] ?? 0);
  }
}
console.log([...ends.values()].reduce((sum, count) => sum + count)); // → 20
