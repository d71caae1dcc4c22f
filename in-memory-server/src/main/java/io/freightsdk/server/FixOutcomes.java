package io.freightsdk.server;

import java.util.List;

/**
 * What became of a series of fixes.
 *
 * @param accepted how many are part of the track now
 * @param refused those that are not, in their order
 */
public record FixOutcomes(int accepted, List<Refused> refused) {
  public FixOutcomes {
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
