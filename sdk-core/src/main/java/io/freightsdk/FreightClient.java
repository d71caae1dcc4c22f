package io.freightsdk;

import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.PriceQuote;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.time.Instant;

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
 * <p>One client serves a whole application: it is immutable, safe for any number of threads,
 * virtual ones included, and keeps its connections. Every operation blocks until the service has
 * answered or the call has failed; a failure is a {@link io.freightsdk.error.FreightException} that
 * says whether money moved. Arguments that can never be sent throw {@link IllegalArgumentException}
 * or {@link NullPointerException}. An interrupt ends a call on the wire and keeps the thread's
 * flag.
 */
public interface FreightClient extends AutoCloseable {
  /**
   * What a client is doing at one moment, for gauges.
   *
   * @param calls calls that have begun and not ended, those that wait included
   * @param requests how many of them are on the wire; the others wait for a place on it, for their
   *     next attempt, a price or a top-up
   * @param watches watches that somebody follows
   */
  record Activity(int calls, int requests, int watches) {

    /** Calls that wait. */
    public int waiting() {
      return Math.max(0, calls - requests);
    }
  }

  /** Starts with every option at its default. */
  static FreightClientBuilder builder() {
    return new FreightClientBuilder();
  }

  /**
   * Creates a load. The driver link goes to the driver by SMS. Paid; a known {@code customerRef}
   * gives its load again and costs nothing. API description, section 4.1.
   */
  default CreateLoadOutcome createLoad(CreateLoadInput input) {
    return createLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createLoad(CreateLoadInput)} with options of its own. */
  CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options);

  /**
   * Reads status, stops, track and ETA of a load. Every answered read is paid, so do not poll in a
   * tight loop. API description, section 4.2.
   */
  default LoadPosition getLoadPosition(String loadNumber) {
    return getLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getLoadPosition(String)} with options of its own. */
  LoadPosition getLoadPosition(String loadNumber, CallOptions options);

  /**
   * Confirms that the bill of lading (BOL) was received, for a load that waits at its delivery stop
   * or is delivered. Free and idempotent. API description, section 4.4.
   */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber, Instant bolReceivedAt) {
    return confirmDelivery(loadNumber, bolReceivedAt, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String, Instant)} with options of its own. */
  ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options);

  /** Confirms that the BOL was received now, by the clock of the service. */
  default ConfirmDeliveryResult confirmDelivery(String loadNumber) {
    return confirmDelivery(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #confirmDelivery(String)} with options of its own. */
  ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options);

  /** Reads the live price list. Free. API description, section 4.5. */
  default Pricing getPricing() {
    return getPricing(CallOptions.DEFAULT);
  }

  /** {@link #getPricing()} with options of its own. */
  Pricing getPricing(CallOptions options);

  /** Reads the prepaid balance. Free. API description, section 4.6. */
  default Balance getBalance() {
    return getBalance(CallOptions.DEFAULT);
  }

  /** {@link #getBalance()} with options of its own. */
  Balance getBalance(CallOptions options);

  /**
   * Always ends in {@link io.freightsdk.error.StatusDoorClosedException}: a status follows the
   * driver's GPS. API description, section 4.3.
   *
   * @deprecated for life; read the status with {@link #getLoadPosition(String)}
   */
  @Deprecated
  default void updateLoadStatus(String loadNumber, LoadStatus status) {
    updateLoadStatus(loadNumber, status, CallOptions.DEFAULT);
  }

  /**
   * {@link #updateLoadStatus(String, LoadStatus)} with options of its own.
   *
   * @deprecated for life; read the status with {@link #getLoadPosition(String)}
   */
  @Deprecated
  void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options);

  /**
   * Watches a load: reads it when its plan says that something may have changed, and tells what did
   * as typed events. Nothing is read, and nothing paid, until somebody subscribes and asks for
   * events. It ends with the load, with its budget, when closed, or with this client.
   *
   * @throws IllegalArgumentException when {@code options.resumeFrom()} is of another load
   */
  LoadWatch watch(String loadNumber, WatchOptions options);

  /**
   * Watches many loads on one budget: the next read goes where it is worth most. Loads are added
   * and removed at any time; nothing is read until somebody subscribes. Its budget is a limit of
   * the client's books and holds wherever they are shared.
   */
  FleetWatch watchFleet(FleetOptions options);

  /**
   * What so many calls of an operation cost at the live price. Free; answered from the price book.
   */
  default PriceQuote quote(Operation operation, int count) {
    return prices().quote(operation, count);
  }

  /** The live prices of the service, as this client knows them. */
  PriceBook prices();

  /** The books of this client: what it paid for, and whether the service agrees. */
  SpendLedger ledger();

  /** What the client is doing now; cheap, and exact for one moment of each figure. */
  Activity activity();

  /**
   * Tells calls that wait for a top-up that the balance was raised, so that they look at once. For
   * a top-up made elsewhere; see {@link SpendLedger#adjust} to tell the books of it too.
   */
  void toppedUp();

  /** The same operations as futures, over the same engine and connections. */
  AsyncFreightClient async();

  /** The same operations with status, headers, attempts, charge and time of each answer. */
  FreightResponseClient withResponse();

  /** Operations whose wire shape the service has not published; experimental. */
  FreightCatalog catalog();

  /**
   * Ends calls under way, each with {@link io.freightsdk.error.FreightCancelledException} and its
   * charge, and frees threads and connections. An {@code OkHttpClient} of the caller stays as it
   * is. Idempotent, does not block.
   */
  @Override
  void close();
}
