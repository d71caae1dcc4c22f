package io.freightsdk.server.fault.plan;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.service.account.PriceList;
import org.jspecify.annotations.Nullable;

/**
 * A fault, the calls it is meant for, and which of them it strikes.
 *
 * @param operation null for every operation
 * @param brokerId null for every broker
 */
record FaultRule(
    @Nullable Operation operation, @Nullable String brokerId, Fault fault, Trigger trigger) {

  boolean matches(@Nullable Operation called, @Nullable String callerId) {
    boolean operationMatches = operation == null ? called != null : operation == called;
    boolean brokerMatches = brokerId == null || brokerId.equals(callerId);
    return operationMatches && brokerMatches;
  }

  /**
   * A billing outage strikes where a call is charged; only a free operation named on purpose meets
   * it on arrival.
   */
  boolean strikesAtBilling() {
    boolean namesFreeOperation = operation != null && !PriceList.isPaid(operation);
    return fault.kind() == Fault.Kind.BILLING_UNAVAILABLE && !namesFreeOperation;
  }
}
