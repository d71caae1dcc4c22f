package io.freightsdk.server;

import io.freightsdk.server.geo.Fix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Sends one fix after the other and adds up what became of them. */
final class FixSeries {
  private FixSeries() {}

  static FixOutcomes outcomes(List<Fix> fixes, Function<Fix, PingResult> send) {
    int accepted = 0;
    List<FixOutcomes.Refused> refused = new ArrayList<>();
    for (int i = 0; i < fixes.size(); i++) {
      PingResult result = send.apply(fixes.get(i));
      String refusal = result.refusal();
      if (refusal == null) {
        accepted++;
      } else {
        refused.add(new FixOutcomes.Refused(i, refusal));
      }
    }
    return new FixOutcomes(accepted, refused);
  }
}
