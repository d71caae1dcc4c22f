package io.freightsdk.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service made of one fix.
 *
 * @param accepted whether it is part of the track now
 * @param lowConfidence accepted, but a new baseline after a gap or explained only by its accuracy
 * @param refusal why it is not, such as {@code throttled}, {@code teleport} or {@code
 *     tracking_ended}; null when accepted
 */
public record PingResult(boolean accepted, boolean lowConfidence, @Nullable String refusal) {

  /**
   * What became of a series of fixes.
   *
   * @param accepted how many are part of the track now
   * @param refused those that are not, in their order
   */
  public record Series(int accepted, List<Refused> refused) {
    public Series {
      refused = List.copyOf(refused);
    }

    /**
     * A fix that was not taken.
     *
     * @param index its position in the series, from 0
     * @param reason such as {@code throttled} or {@code teleport}
     */
    public record Refused(int index, String reason) {}
  }
}
