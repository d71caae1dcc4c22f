package io.freightsdk.internal.client;

import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.CallTracer;
import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.call.Accounts;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.BalanceWaits;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import io.freightsdk.positions.PositionCache;
import io.github.resilience4j.retry.RetryRegistry;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Creates the parts that the blocking and the asynchronous interfaces of a client share, and closes
 * them. The interfaces only choose the operation and the form of its result.
 */
public final class ClientCore {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /**
   * The maximum time that {@link #close()} waits for calls to end and for guards to record them.
   */
  private static final Duration MAX_CLOSE_WAIT = Duration.ofSeconds(10);

  /**
   * The checked settings of a client, without the settings of its {@link Account}.
   *
   * @param httpClient the application's client to build on; null for a new one
   * @param headers extra headers of every request
   * @param tracer traces each call; null for none
   * @param retryRegistry the application's registry of retries; null for none
   * @param threads the client's own threads, which are shut down with it
   * @param executor runs futures; it is not shut down
   * @param prices creates the price cache
   * @param paidCallCheck refuses paid calls where the application must not make them, such as in a
   *     transaction
   */
  public record Settings(
      HttpUrl baseUrl,
      @Nullable OkHttpClient httpClient,
      Duration connectTimeout,
      int maxConcurrentRequests,
      CallRunner.CallSettings callSettings,
      @Nullable RetryRegistry retryRegistry,
      String userAgent,
      Map<String, String> headers,
      List<CallListener> listeners,
      @Nullable CallTracer tracer,
      Environment environment,
      ExecutorService threads,
      Executor executor,
      PriceCacheFactory prices,
      PaidCallCheck paidCallCheck) {}

  /**
   * The agent key, name, limits and shared positions of one broker account.
   *
   * @param agentKey supplies a key of the broker
   * @param name the account name that all its keys share; null for none
   * @param positionCache shares positions with other processes; null for none
   */
  public record Account(
      Supplier<String> agentKey,
      @Nullable String name,
      SpendGuard guard,
      @Nullable PositionCache positionCache) {
    /** Without the key. */
    @Override
    public String toString() {
      return "Account[]";
    }
  }

  /** Creates the price cache of a client, such as {@code PriceCache::new}. */
  @FunctionalInterface
  public interface PriceCacheFactory {
    PriceCache newCache(Supplier<CompletableFuture<Pricing>> fetch, TimeSource time);
  }

  /** The core that owns transport and threads: itself, or the core of the first client. */
  private final ClientCore owner;

  /**
   * The cores of other agent keys that use the transport of this owner, while they are referenced.
   * Empty if this core owns no transport.
   */
  private final Set<ClientCore> sharingCores =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile boolean closed;

  final CallSpecs specs;
  final PriceCache prices;
  final Accounts accounts;
  final SpendGuard guard;
  final CallRunner calls;
  final SharedReads sharedReads;
  private final Settings settings;
  private final HttpTransport transport;
  private final Environment environment;

  /**
   * @param owner the core that owns transport and threads; null if this core owns them
   */
  private ClientCore(Settings settings, Account account, @Nullable ClientCore owner) {
    this.settings = settings;
    this.owner = owner == null ? this : owner;
    environment = settings.environment();
    transport = owner != null ? owner.transport : transport(settings);
    specs =
        new CallSpecs(
            settings.baseUrl(),
            settings.userAgent(),
            settings.headers(),
            environment.idempotencyKeys());
    prices = settings.prices().newCache(this::pricing, environment.time());
    accounts = new Accounts(baseUrl(), account.agentKey(), account.name());
    guard = account.guard();
    calls =
        new CallRunner(
            environment.time(),
            settings.callSettings(),
            transport,
            settings.threads(),
            settings.executor(),
            settings.listeners(),
            settings.tracer(),
            new Retries(
                settings.retryRegistry(),
                settings.callSettings().retryPolicy(),
                environment.time(),
                environment.random()),
            new CallRunner.Billing(
                accounts,
                prices,
                new BalanceWaits(this::balance, environment.time()),
                guard,
                settings.paidCallCheck()));
    sharedReads = new SharedReads(calls, accounts, environment.time(), account.positionCache());
  }

  private static HttpTransport transport(Settings settings) {
    Environment environment = settings.environment();
    return environment
        .transports()
        .create(
            settings.httpClient(),
            settings.connectTimeout(),
            settings.maxConcurrentRequests(),
            settings.baseUrl().isHttps(),
            settings.threads(),
            environment.time());
  }

  /** The {@code maxPrice} of a client; null for none, and for a mock or a wrapper. */
  public static @Nullable BigDecimal maxPrice(FreightClient client) {
    return client instanceof BlockingClient own ? own.core.calls.settings.maxPrice() : null;
  }

  /** Builds a client. */
  public static FreightClient client(Settings settings, Account account) {
    return new BlockingClient(new ClientCore(settings, account, null));
  }

  /**
   * Creates a client of another account with the transport and threads of this one. It has its own
   * prices, shared reads and waits for top-ups, because they belong to the account.
   */
  FreightClient withAccount(Account other) {
    ClientCore core = new ClientCore(settings, other, owner);
    owner.sharingCores.add(core);
    // Registered before {@code closed} is read: either close() sees it, or it is closed here.
    if (owner.closed) core.close();
    return new BlockingClient(core);
  }

  /** The base URL, which has no user, query or fragment. */
  String baseUrl() {
    String text = settings.baseUrl().toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  // --- free reads of the client itself ---

  /** A free read needs no price and waits for no top-up. */
  private CompletableFuture<Pricing> pricing() {
    return calls.startOwn(specs.getPricing(CallOptions.DEFAULT), CallResult::takeValue);
  }

  private CompletableFuture<Balance> balance() {
    return calls.startOwn(specs.getBalance(CallOptions.DEFAULT), CallResult::takeValue);
  }

  /**
   * Ends its calls. If it owns the transport, it also ends the calls of all clients that share it.
   * Waits at most {@link #MAX_CLOSE_WAIT} until their guards have recorded them, and releases what
   * it owns. Idempotent.
   */
  void close() {
    closed = true;
    TimeSource time = environment.time();
    long start = time.machineNanos();
    List<ClientCore> ending = new ArrayList<>(List.of(this));
    synchronized (sharingCores) {
      ending.addAll(sharingCores);
    }
    for (ClientCore core : ending) quietly(core.calls::close);
    for (ClientCore core : ending) {
      Duration left = MAX_CLOSE_WAIT.minusNanos(time.machineNanos() - start);
      quietly(() -> core.calls.awaitEnd(left.isNegative() ? Duration.ZERO : left));
    }
    if (owner == this) {
      quietly(transport::close);
      quietly(settings.threads()::shutdown);
    } else {
      owner.sharingCores.remove(this);
    }
  }

  /** Closes a part. An exception is logged, so that the other parts are closed, too. */
  private static void quietly(Runnable part) {
    try {
      part.run();
    } catch (Throwable thrown) {
      LOG.log(
          Level.WARNING,
          "a part of the client could not be closed; the other parts are closed",
          thrown);
    }
  }
}
