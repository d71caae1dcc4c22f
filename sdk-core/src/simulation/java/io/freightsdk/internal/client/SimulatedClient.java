package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.RequestListener;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.call.SimulatedHome;
import io.freightsdk.internal.call.SimulatedWire;
import io.freightsdk.internal.call.Spending;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.money.SpendControl;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceQuote;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A client made of the parts of {@link ClientCore}, but for its sockets: those are simulated, as
 * the home of its calls is. It stands in this package because operations are private to it.
 */
public final class SimulatedClient {
  private static final OkHttpClient NEVER_CONNECTED = new OkHttpClient();
  private static final HttpUrl BASE = HttpUrl.get("https://freight.example");
  private static final Duration OPEN_BOUND = Duration.ZERO;

  /**
   * What the client takes from its process.
   *
   * @param balanceNow answers a reconciliation, which waits on its thread; null for the network
   * @param money wraps the money side; a mutant puts itself in its place
   * @param sharesReads false for a mutant that does not
   */
  public record Host(
      Environment environment,
      ExecutorService threads,
      SimulatedWire wire,
      Supplier<String> agentKey,
      List<RequestListener> listeners,
      CallRunner.Limits limits,
      int places,
      SpendSettings spend,
      Supplier<@Nullable CompletableFuture<Balance>> balanceNow,
      Supplier<@Nullable CompletableFuture<Pricing>> pricesNow,
      UnaryOperator<Spending> money,
      boolean sharesReads) {}

  private final Host host;
  private final Operations operations;
  private final CallRunner calls;
  private final SpendControl money;
  private final SharedReads sharedReads;
  private final Watches watches;

  public SimulatedClient(Host host) {
    this.host = host;
    Environment environment = host.environment();
    operations = new Operations(BASE, "simulated", Map.of(), environment.idempotencyKeys());
    money = new SpendControl(host.spend(), new FreeReads(), environment, host.threads());
    calls =
        new CallRunner(
            environment,
            host.limits(),
            new HttpTransport(
                NEVER_CONNECTED,
                host.threads(),
                new TransportSettings(Duration.ofSeconds(10), host.places(), 8L << 20, List.of()),
                environment.nanoTime()),
            host.threads(),
            host.agentKey(),
            host.listeners(),
            new Retries(environment.clock(), environment.random(), new Retries.Budget(100)),
            host.money().apply(money),
            SimulatedHome.in(host.wire()));
    sharedReads =
        new SharedReads(environment, host.threads(), host.limits().deadline(), null, money::shared);
    watches =
        new Watches(
            new WatchWorld(
                new WatchedReads(),
                new AlarmClock(
                    environment.clock(),
                    (delay, task) -> environment.timer().after(delay, task)::cancel,
                    host.threads()),
                new ReadGate(4),
                host.limits().retryPolicy()));
  }

  private <T> CompletableFuture<FreightResponse<T>> start(Supplier<CallSpec<T>> spec) {
    try {
      return calls.start(spec.get(), CallResult::toResponse);
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
      CreateLoadInput input, CallOptions options) {
    return start(() -> operations.creation(Operation.CREATE_LOAD, input, options));
  }

  /** Shared when the options say how old a position may be. */
  public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
      String loadNumber, CallOptions options) {
    if (options.maxAge() == null || !host.sharesReads()) {
      return start(() -> operations.getLoadPosition(loadNumber, options));
    }
    CallSpec<LoadPosition> spec = operations.getLoadPosition(loadNumber, options);
    return sharedReads.read(spec, shared -> calls.running(shared, CallResult::toResponse));
  }

  public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber) {
    return start(() -> operations.confirmDelivery(loadNumber, null, CallOptions.DEFAULT));
  }

  public CompletableFuture<FreightResponse<Balance>> getBalance() {
    return start(() -> operations.getBalance(CallOptions.DEFAULT));
  }

  public LoadWatch watch(String loadNumber, WatchOptions options) {
    return watches.open(loadNumber, options);
  }

  public SpendLedger ledger() {
    return money.ledger();
  }

  /** Somebody raised the balance; calls that wait for it look now. */
  public void toppedUp() {
    money.toppedUp();
  }

  /** Calls under way. */
  public int openCalls() {
    return calls.open();
  }

  /** Begins to close: what is under way ends in its own time, then {@link #closed}. */
  public void close() {
    watches.close();
    sharedReads.close();
    calls.close();
    money.stopWaiting();
  }

  /** The end of closing, once every call has ended. */
  public void closed() {
    money.close(OPEN_BOUND);
  }

  private final class FreeReads implements SpendBooks.FreeReads {
    @Override
    public CompletableFuture<Pricing> pricing() {
      CompletableFuture<Pricing> now = host.pricesNow().get();
      if (now != null) return now;
      return calls.startOwn(operations.getPricing(CallOptions.DEFAULT), CallResult::value);
    }

    @Override
    public CompletableFuture<Balance> balance() {
      CompletableFuture<Balance> now = host.balanceNow().get();
      if (now != null) return now;
      return calls.startOwn(operations.getBalance(CallOptions.DEFAULT), CallResult::value);
    }
  }

  private final class WatchedReads implements WatchWorld.Reads {
    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> read(
        String loadNumber, CallOptions options) {
      return getLoadPosition(loadNumber, options);
    }

    @Override
    public CompletableFuture<BigDecimal> balanceUsd() {
      return calls.startOwn(
          operations.getBalance(CallOptions.DEFAULT), result -> result.value().balanceUsd());
    }

    @Override
    public CompletableFuture<BigDecimal> readPriceUsd() {
      return new LinkedFuture<>(
          money.prices().quoteAsync(Operation.GET_LOAD_POSITION, 1), PriceQuote::unitPriceUsd);
    }
  }
}
