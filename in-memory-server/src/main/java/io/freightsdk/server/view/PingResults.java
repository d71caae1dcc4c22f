package io.freightsdk.server.view;

import java.util.List;

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

  /**
   * A fix that was refused.
   *
   * @param index the position of the fix in the series, from 0
   * @param reason the reason, such as {@code throttled} or {@code teleport}
   */
  public record Refused(int index, String reason) {}
}
