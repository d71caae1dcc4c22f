package io.freightsdk.server;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Sends one fix after the other and adds up what became of them. */
final class FixSeries {
  private FixSeries() {}

  static <F> PingResult.Series outcomes(Iterable<F> fixes, Function<F, PingResult> send) {
    int index = 0;
    int accepted = 0;
    List<PingResult.Series.Refused> refused = new ArrayList<>();
    for (F fix : fixes) {
      String refusal = send.apply(fix).refusal();
      if (refusal == null) {
        accepted++;
      } else {
        refused.add(new PingResult.Series.Refused(index, refusal));
      }
      index++;
    }
    return new PingResult.Series(accepted, refused);
  }
}
