package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightCatalog;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;

/** The experimental operations. */
final class BlockingCatalog implements FreightCatalog {
  private final Calls calls;
  private final Operations operations;

  BlockingCatalog(Calls calls, Operations operations) {
    this.calls = calls;
    this.operations = operations;
  }

  @Override
  public CreateLoadOutcome createTrackedLoad(CreateLoadInput input, CallOptions options) {
    return calls.value(operations.createTrackedLoad(input, options));
  }

  @Override
  public TrackedPosition getTrackedLoadPosition(String loadNumber, CallOptions options) {
    return calls.value(operations.getTrackedLoadPosition(loadNumber, options));
  }

  @Override
  public TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options) {
    return calls.value(operations.topUpByCard(input, options));
  }

  @Override
  public ServiceCatalog getServiceCatalog(CallOptions options) {
    return calls.value(operations.getServiceCatalog(options));
  }
}
