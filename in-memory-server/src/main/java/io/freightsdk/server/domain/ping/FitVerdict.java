package io.freightsdk.server.domain.ping;

import org.jspecify.annotations.Nullable;

/**
 * Whether a fix fits among its neighbours in time.
 *
 * @param refusal null when it is kept
 * @param lowConfidence kept, but a new baseline after a gap, or explained only by the phone's doubt
 */
public record FitVerdict(@Nullable PingRefusal refusal, boolean lowConfidence) {
  static FitVerdict refused(PingRefusal reason) {
    return new FitVerdict(reason, false);
  }

  static FitVerdict kept(boolean lowConfidence) {
    return new FitVerdict(null, lowConfidence);
  }
}
