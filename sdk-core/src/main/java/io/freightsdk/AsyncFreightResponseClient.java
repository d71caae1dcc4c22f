package io.freightsdk;

import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of {@link AsyncFreightClient}, each with HTTP status, headers, body, request id,
 * attempts, charge and age of the response. {@code updateLoadStatus} is missing because it never
 * succeeds. Failures and cancellation work as in {@link AsyncFreightClient}. A {@code
 * FreightException} has the charge of its own call.
 */
public interface AsyncFreightResponseClient {
  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  default CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
      CreateLoadInput input, CallOptions options);

  /** See {@link FreightClient#getLoadPosition(String)}. */
  default CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getLoadPosition(String)}. */
  CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
      String loadNumber, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  default CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String)}. */
  default CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String)}. */
  CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber, CallOptions options);

  /** See {@link FreightClient#getPricing()}. */
  default CompletableFuture<FreightResponse<Pricing>> getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getPricing()}. */
  CompletableFuture<FreightResponse<Pricing>> getPricing(CallOptions options);

  /** See {@link FreightClient#getBalance()}. */
  default CompletableFuture<FreightResponse<Balance>> getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getBalance()}. */
  CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options);
}
