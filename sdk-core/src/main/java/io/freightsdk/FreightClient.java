package io.freightsdk;

import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The client of the Freight Load Tracking Agent API: creates loads, reads where they are, confirms
 * deliveries, and never sends a paid request twice by accident.
 *
 * <pre>{@code
 * try (FreightClient client = FreightClient.builder().agentKey(key).baseUrl(url).build()) {
 *   CreateLoadOutcome load = client.createLoad(input);
 *   LoadPosition position = client.getLoadPosition(load.loadNumber());
 * }
 * }</pre>
 *
 * <p>Make one client for the whole application: it is safe for use by any number of threads, also
 * virtual ones, and reuses its connections. Every operation blocks until the service has answered
 * or the call has failed; a failure is a {@link io.freightsdk.error.FreightException} that says
 * whether money was taken. Invalid arguments throw {@link IllegalArgumentException} or {@link
 * NullPointerException}, and nothing is sent. Interrupting the calling thread cancels the call with
 * {@link io.freightsdk.error.FreightCancelledException}; the thread's interrupt flag stays set.
 */
public interface FreightClient extends AutoCloseable {
  /** Starts with every option at its default. */
  static FreightClientBuilder builder() {
    return new FreightClientBuilder();
  }

  /**
   * Creates a load. The service sends the driver link to the driver by SMS. Paid; if a load with
   * the same {@code customerRef} exists, that load is returned and nothing is charged. API
   * description, section 4.1.
   */
  default CreateLoadOutcome createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createLoad(CreateLoadInput)} with options for this call. */
  CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options);

  /**
   * Reads status, stops, GPS track and ETA of a load. Every successful read is charged, so do not
   * poll in a tight loop; {@code freight-jobs} reads a load around the time of its next arrival or
   * departure. API description, section 4.2.
   */
  default LoadPosition getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getLoadPosition(String)} with options for this call. */
  LoadPosition getLoadPosition(String loadNumber, CallOptions options);

  /**
   * Confirms that the bill of lading (BOL) was received, for a load that waits at its delivery stop
   * or is delivered. Free and idempotent. API description, section 4.4.
   */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String, Instant)} with options for this call. */
  ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** Confirms that the BOL was received now, by the clock of the service. */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String)} with options for this call. */
  ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options);

  /** Reads the live price list. Free. API description, section 4.5. */
  default Pricing getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** {@link #getPricing()} with options for this call. */
  Pricing getPricing(CallOptions options);

  /** Reads the prepaid balance. Free. API description, section 4.6. */
  default Balance getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** {@link #getBalance()} with options for this call. */
  Balance getBalance(CallOptions options);

  /**
   * Always fails with {@link io.freightsdk.error.StatusDoorClosedException}: the status follows the
   * driver's GPS and cannot be set. API description, section 4.3.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  default void updateLoadStatus(String loadNumber, LoadStatus status) {
    updateLoadStatus(loadNumber, status, CallOptions.DEFAULT);
  }

  /**
   * {@link #updateLoadStatus(String, LoadStatus)} with options for this call.
   *
   * @deprecated the service refuses every status write; read the status with {@link
   *     #getLoadPosition(String)}
   */
  @Deprecated
  void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options);

  /**
   * The live price of one call of an operation in USD, as a call would use it now: read at most 10
   * seconds ago, or at most 5 minutes while the price list cannot be read. Multiply it for more
   * calls. Free; waits for the list if there is no such price yet. 0 for a free operation.
   *
   * @throws io.freightsdk.error.FreightException if there is no such price and none can be read now
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  BigDecimal price(Operation operation);

  /**
   * The broker account that a call made now would use: a short digest of the base URL and the agent
   * key, or of the base URL and the {@link FreightClientBuilder#account(String) name of the
   * account} if it has one. It shows neither key nor name. What is remembered of an idempotency
   * key, a reference or a load is true in its account only.
   *
   * <p>Asks the {@link FreightClientBuilder#agentKey(java.util.function.Supplier) key supplier}
   * unless the account has a name, and throws what it throws.
   *
   * @throws IllegalArgumentException if the key is not one that can be sent
   */
  String account();

  /**
   * What applies to a call whose own options do not say it: {@code timeout}, {@code deadline},
   * {@code retryPolicy} and {@code maxPrice} of this client. To be read, such as by code that must
   * not exceed them in its own options; given to a call, their deadline would include its waits for
   * top-ups.
   */
  CallOptions defaultOptions();

  /**
   * The guard that decides whether a paid attempt of this client may be sent; null for none. A
   * {@code LedgerGuard} also tells what a call may still spend.
   */
  @Nullable SpendGuard spendGuard();

  /** The same operations as futures, over the same connections. */
  AsyncFreightClient async();

  /**
   * The same operations, with HTTP status, headers, request id, attempts, charge and age of each
   * answer.
   */
  FreightResponseClient withResponse();

  /** Operations whose request and response bodies are not published; experimental. */
  FreightCatalog catalog();

  /**
   * A client of another broker that shares the threads, the connections and {@code
   * maxConcurrentRequests} of this one: with its settings, another agent key and another guard. The
   * spend guard and the position cache of this client are not used, because they belong to its
   * account; the new client shares positions only among its own callers, and reads its own prices.
   * Make one for each broker and keep it. It never has the {@link FreightClientBuilder#account name
   * of the account} of this client: its account is that of the agent key.
   *
   * <p>Closing the new client ends its own calls and frees nothing that the two share. Closing the
   * client that was built closes all that were made from it, or from one of those.
   *
   * @param agentKey of the other broker, with the rules of {@link
   *     FreightClientBuilder#agentKey(String)}
   * @param spendGuard decides whether a paid attempt of the new client may be sent, such as a guard
   *     of the other broker's ledger; null for no limit
   */
  FreightClient withAgentKey(String agentKey, @Nullable SpendGuard spendGuard);

  /**
   * The same for a broker whose account has a name, because its agent keys change or it has several
   * of them.
   *
   * @param account name of the other broker's account, with the rules of {@link
   *     FreightClientBuilder#account(String)}
   */
  FreightClient withAgentKey(String agentKey, @Nullable SpendGuard spendGuard, String account);

  /**
   * Cancels the calls in progress; each fails with {@link
   * io.freightsdk.error.FreightCancelledException}, which has its charge. Then waits, at most 10
   * seconds, until their spend guards have recorded them (but not for a call on whose thread it is
   * called). The client that was built does the same for all clients that {@link #withAgentKey}
   * made from it or from one of those, and frees threads and connections; a client that {@link
   * #withAgentKey} made ends only its own calls. An {@code OkHttpClient} that the caller supplied
   * stays open. An interrupted thread waits like any other, and stays interrupted. Idempotent.
   */
  @Override
  void close();
}
