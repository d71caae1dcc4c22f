package io.freightsdk.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The results of a series of fixes.
 *
 * @param accepted the number of fixes that became part of the track
 * @param refused the refused fixes, in their order
 */
public record PingResults(int accepted, List<Refused> refused) {
  public PingResults {
    refused = List.copyOf(refused);
  }

  /** Sends one fix after the other; {@code send} returns the reason for a refusal, or null. */
  static <F extends @Nullable Object> PingResults sendEach(
      Iterable<F> fixes, Function<F, @Nullable String> send) {
    int index = 0;
    List<Refused> refused = new ArrayList<>();
    for (F fix : Objects.requireNonNull(fixes, "fixes")) {
      String refusal = send.apply(fix);
      if (refusal != null) refused.add(new Refused(index, refusal));
      index++;
    }
    return new PingResults(index - refused.size(), refused);
  }

  /**
   * A fix that was refused.
   *
   * @param index the position of the fix in the series, from 0
   * @param reason the reason, such as {@code throttled} or {@code teleport}
   */
  public record Refused(int index, String reason) {}
}
