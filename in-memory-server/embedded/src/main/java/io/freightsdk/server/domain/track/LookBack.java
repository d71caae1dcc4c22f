package io.freightsdk.server.domain.track;

import java.util.List;

/**
 * Walks back over a track, from a fix to earlier ones, without allocating objects: an estimate
 * looks at hundreds of fixes. Invalid once a fix has been added.
 */
public final class LookBack {
  private final List<Chunk> chunks;
  private int chunk;
  private int offset;

  LookBack(List<Chunk> chunks) {
    this.chunks = chunks;
    this.chunk = chunks.size() - 1;
  }

  /**
   * Goes to the latest fix at or before a time. The time must not be later than in the previous
   * call.
   *
   * @return false when there is none
   */
  public boolean to(long epochMillis) {
    int before = -1;
    int after = chunk + 1;
    while (after - before > 1) {
      int middle = (before + after) >>> 1;
      if (chunks.get(middle).time(0) <= epochMillis) {
        before = middle;
      } else {
        after = middle;
      }
    }
    chunk = before;
    if (chunk < 0) return false;
    offset = chunks.get(chunk).upperBound(epochMillis) - 1;
    return true;
  }

  /** When the fix was measured, in epoch milliseconds. */
  public long time() {
    return chunks.get(chunk).time(offset);
  }

  public double lat() {
    return chunks.get(chunk).lat(offset);
  }

  public double lng() {
    return chunks.get(chunk).lng(offset);
  }
}
