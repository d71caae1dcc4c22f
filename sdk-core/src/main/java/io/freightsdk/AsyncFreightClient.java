package io.freightsdk;

import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of {@link FreightClient} as futures. The operations of {@link FreightCatalog} have
 * blocking calls only.
 *
 * <p>No method throws or blocks. Every failure, including an invalid argument, completes the future
 * with the exception that the blocking client would throw. A future always completes.
 *
 * <p>Cancelling a future cancels its call. So does completing it with {@code complete}, {@code
 * completeExceptionally}, {@code orTimeout} or {@code completeOnTimeout}. {@code completeAsync} and
 * the {@code obtrude} methods do not. The charge of a cancelled call is reported to the {@link
 * CallListener} and recorded in the spend ledger.
 *
 * <p>Each call has a thread, from the client or from your {@link FreightClient.Builder#executor
 * executor}. Callbacks also run on this thread. They may block and may call the client.
 */
public interface AsyncFreightClient {
  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  default CompletableFuture<CreateLoadOutcome> createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#createLoad(CreateLoadInput)}. */
  CompletableFuture<CreateLoadOutcome> createLoad(CreateLoadInput input, CallOptions options);

  /** See {@link FreightClient#getLoadPosition(String)}. */
  default CompletableFuture<LoadPosition> getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getLoadPosition(String)}. */
  CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  default CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String, Instant)}. */
  CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** See {@link FreightClient#confirmDelivery(String)}. */
  default CompletableFuture<ConfirmDeliveryResult> confirmDelivery(String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#confirmDelivery(String)}. */
  CompletableFuture<ConfirmDeliveryResult> confirmDelivery(String loadNumber, CallOptions options);

  /** See {@link FreightClient#getPricing()}. */
  default CompletableFuture<Pricing> getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getPricing()}. */
  CompletableFuture<Pricing> getPricing(CallOptions options);

  /** See {@link FreightClient#getBalance()}. */
  default CompletableFuture<Balance> getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** See {@link FreightClient#getBalance()}. */
  CompletableFuture<Balance> getBalance(CallOptions options);

  /**
   * Always fails, see {@link FreightClient#updateLoadStatus(String, LoadStatus)}.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  default CompletableFuture<Void> updateLoadStatus(String loadNumber, LoadStatus status) {
    return updateLoadStatus(loadNumber, status, CallOptions.DEFAULT);
  }

  /**
   * Always fails, see {@link FreightClient#updateLoadStatus(String, LoadStatus)}.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options);

  /** The same operations with HTTP status, headers, attempts, charge and age of the response. */
  AsyncFreightResponseClient withResponse();
}
