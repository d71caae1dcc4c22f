package io.freightsdk;

import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import java.time.Instant;

/**
 * The operations of {@link FreightClient}, each with HTTP status, headers, body, request id,
 * attempts, charge and age of the response. {@code updateLoadStatus} is missing because it never
 * succeeds.
 */
public interface FreightResponseClient {
  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  default FreightResponse<CreateLoadOutcome> createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  FreightResponse<CreateLoadOutcome> createLoad(CreateLoadInput input, CallOptions options);

  /** See {@link FreightClient#getLoadPosition(String)}. */
  default FreightResponse<LoadPosition> getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getLoadPosition(String)}. */
  FreightResponse<LoadPosition> getLoadPosition(String loadNumber, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  default FreightResponse<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  FreightResponse<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String)}. */
  default FreightResponse<ConfirmDeliveryResult> confirmDelivery(String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String)}. */
  FreightResponse<ConfirmDeliveryResult> confirmDelivery(String loadNumber, CallOptions options);

  /** See {@link FreightClient#getPricing()}. */
  default FreightResponse<Pricing> getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getPricing()}. */
  FreightResponse<Pricing> getPricing(CallOptions options);

  /** See {@link FreightClient#getBalance()}. */
  default FreightResponse<Balance> getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getBalance()}. */
  FreightResponse<Balance> getBalance(CallOptions options);
}
