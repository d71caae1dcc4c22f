package io.freightsdk.server.http;

import io.freightsdk.model.Eta;
import io.freightsdk.server.domain.eta.Eta.Estimate;
import io.freightsdk.server.domain.eta.Eta.Unknown;

/** The ETA block, or the reason why there is none (API description, section 2.5). */
final class EtaJson {
  private EtaJson() {}

  static Eta of(io.freightsdk.server.domain.eta.Eta eta) {
    return eta instanceof Estimate estimate ? estimate(estimate) : unknown((Unknown) eta);
  }

  private static Eta estimate(Estimate estimate) {
    return Eta.builder()
        .putAdditionalProperties("nextStopSequence", estimate.nextStopSequence())
        .putAdditionalProperties("nextStopEta", estimate.nextStopEta().toString())
        .putAdditionalProperties("etaAt", estimate.etaAt().toString())
        .putAdditionalProperties("remainingMiles", estimate.remainingMiles())
        .putAdditionalProperties("remainingMinutes", estimate.remainingMinutes())
        .putAdditionalProperties("speedMph", estimate.speedMph())
        .putAdditionalProperties("basis", estimate.basis().code())
        .putAdditionalProperties("stale", estimate.stale())
        .build();
  }

  private static Eta unknown(Unknown unknown) {
    return Eta.builder().putAdditionalProperties("reason", unknown.reason().code()).build();
  }
}
