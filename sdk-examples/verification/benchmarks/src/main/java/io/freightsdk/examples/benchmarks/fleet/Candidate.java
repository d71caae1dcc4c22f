package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.watch.PollPlan;
import java.time.Duration;
import java.util.List;

/** A plan that is measured. */
record Candidate(String name, PollPlan plan) {
  static final String FIVE_MINUTES = "every 5 min";
  static final String ADAPTIVE = "adaptive (default)";
  static final String WITHOUT_ETA = "adaptive, no ETA fields";

  static final List<Candidate> ALL =
      List.of(
          new Candidate(FIVE_MINUTES, PollPlan.every(Duration.ofMinutes(5))),
          new Candidate("every 15 min", PollPlan.every(Duration.ofMinutes(15))),
          new Candidate("every 60 min", PollPlan.every(Duration.ofMinutes(60))),
          new Candidate(ADAPTIVE, PollPlan.adaptive()),
          withoutEta());

  /**
   * The default plan at a service whose ETA block has other fields than our server's, which are our
   * choice: to the plan, none.
   */
  static Candidate withoutEta() {
    return new Candidate(
        WITHOUT_ETA,
        (latest, now, budget) ->
            PollPlan.adaptive().nextRead(latest.toBuilder().eta(null).build(), now, budget));
  }
}
