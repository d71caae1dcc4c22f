package io.freightsdk.server;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Sends one fix after the other and adds up what became of them. */
final class FixSeries {
  private FixSeries() {}

  static <F> FixOutcomes outcomes(Iterable<F> fixes, Function<F, PingResult> send) {
    int index = 0;
    int accepted = 0;
    List<FixOutcomes.Refused> refused = new ArrayList<>();
    for (F fix : fixes) {
      String refusal = send.apply(fix).refusal();
      if (refusal == null) {
        accepted++;
      } else {
        refused.add(new FixOutcomes.Refused(index, refusal));
      }
      index++;
    }
    return new FixOutcomes(accepted, refused);
  }
}
