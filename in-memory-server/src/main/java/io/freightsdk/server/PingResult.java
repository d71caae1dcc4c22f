package io.freightsdk.server;

import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The service's answer to one fix.
 *
 * @param accepted whether it is part of the track now
 * @param lowConfidence accepted, but as a new start after a gap, or because its poor accuracy
 *     explains the jump
 * @param refusal why it is not accepted, such as {@code throttled}, {@code teleport} or {@code
 *     tracking_ended}; null when accepted
 */
public record PingResult(boolean accepted, boolean lowConfidence, @Nullable String refusal) {
  static PingResult of(PingVerdict verdict) {
    PingRefusal refusal = verdict.refusal();
    return new PingResult(
        refusal == null, verdict.lowConfidence(), refusal == null ? null : refusal.code());
  }

  /**
   * The service's answers to a series of fixes.
   *
   * @param accepted how many are part of the track now
   * @param refused the fixes that are not, in their order
   */
  public record Series(int accepted, List<Refused> refused) {
    public Series {
      refused = List.copyOf(refused);
    }

    /** Sends one after the other; {@code send} gives the reason of a refusal, or null. */
    static <F extends @Nullable Object> Series of(
        Iterable<F> fixes, Function<F, @Nullable String> send) {
      int index = 0;
      List<Refused> refused = new ArrayList<>();
      for (F fix : Objects.requireNonNull(fixes, "fixes")) {
        String refusal = send.apply(fix);
        if (refusal != null) refused.add(new Refused(index, refusal));
        index++;
      }
      return new Series(index - refused.size(), refused);
    }

    /**
     * A fix that was refused.
     *
     * @param index its position in the series, from 0
     * @param reason such as {@code throttled} or {@code teleport}
     */
    public record Refused(int index, String reason) {}
  }
}
