package io.freightsdk.internal.client;

import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
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
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import io.freightsdk.positions.PositionCache;
import io.github.resilience4j.retry.RetryRegistry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Builds the parts of a client, which its blocking and its asynchronous interface share, and ends
 * them at {@link #close}. The interfaces only choose the operation and the form of its result.
 */
public final class ClientCore {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /** How long {@link #close()} waits until calls have ended and their guards have recorded them. */
  private static final Duration END_AT_CLOSE = Duration.ofSeconds(10);

  /**
   * The checked settings of a client, without those of its {@link Account}.
   *
   * @param httpClient the caller's client to build on; null for a new one
   * @param headers extra headers of every request
   * @param retries the application's registry, where it finds the retries; null for none
   * @param threads whose own are shut down with the client
   * @param prices how the prices are read
   * @param paidCallCheck refuses paid calls where the application must not make them
   */
  public record Settings(
      HttpUrl baseUrl,
      @Nullable OkHttpClient httpClient,
      TransportSettings transport,
      CallRunner.CallSettings calls,
      @Nullable RetryRegistry retries,
      String userAgent,
      Map<String, String> headers,
      List<CallListener> listeners,
      Environment environment,
      CallRunner.CallThreads threads,
      Prices prices,
      PaidCallCheck paidCallCheck) {}

  /**
   * What belongs to one broker account.
   *
   * @param agentKey gives the key, or one of the keys, of its broker
   * @param name by which its keys are known to be of one account; null without one
   * @param positionCache where processes share positions; null to share within this one only
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

  /** Makes the prices of a client, as {@code PriceCache::new} does. */
  @FunctionalInterface
  public interface Prices {
    PriceCache open(Supplier<CompletableFuture<Pricing>> fetch, TimeSource time);
  }

  /** The client that owns transport and threads: itself, or the one that all others come from. */
  private final ClientCore owner;

  /**
   * Of an owner, the clients of other agent keys over its transport, as long as they are
   * referenced: made from it, or from another one of them.
   */
  private final Set<ClientCore> sharers = Collections.synchronizedSet(newWeakSet());

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
   * @param owner the client that owns transport and threads; null if this one does
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
    prices = settings.prices().open(this::pricing, environment.time());
    accounts = new Accounts(address(), account.agentKey(), account.name());
    guard = account.guard();
    calls =
        new CallRunner(
            environment.time(),
            settings.calls(),
            transport,
            settings.threads(),
            settings.listeners(),
            new Retries(
                settings.retries(),
                settings.calls().retryPolicy(),
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
            settings.threads().own(),
            settings.transport(),
            environment.time());
  }

  /** Builds a client. */
  public static FreightClient client(Settings settings, Account account) {
    try {
      return new BlockingClient(new ClientCore(settings, account, null));
    } catch (Throwable notBuilt) {
      release(settings);
      throw notBuilt;
    }
  }

  /**
   * A client of another account over the transport and threads of this one. It has its own prices,
   * shared reads and waits for top-ups, because they belong to the account.
   */
  FreightClient withAccount(Account other) {
    ClientCore core = new ClientCore(settings, other, owner);
    owner.sharers.add(core);
    // Registered before {@code closed} is read: either close() sees it, or it is closed here.
    if (owner.closed) core.close();
    return new BlockingClient(core);
  }

  private static Set<ClientCore> newWeakSet() {
    return Collections.newSetFromMap(new WeakHashMap<>());
  }

  private List<ClientCore> withSharers() {
    List<ClientCore> all = new ArrayList<>(List.of(this));
    synchronized (sharers) {
      all.addAll(sharers);
    }
    return all;
  }

  /** The base URL, which has no user, query or fragment. */
  String address() {
    String text = settings.baseUrl().toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  // --- what the parts of a client need from each other ---

  /** Made by the client itself; being free, it needs no price and waits for no top-up. */
  private CompletableFuture<Pricing> pricing() {
    return calls.startOwn(specs.getPricing(CallOptions.DEFAULT), CallResult::value);
  }

  private CompletableFuture<Balance> balance() {
    return calls.startOwn(specs.getBalance(CallOptions.DEFAULT), CallResult::value);
  }

  /**
   * Ends its calls, and those of the clients over its transport if it owns that, waits at most
   * {@link #END_AT_CLOSE} until their guards have recorded them, and frees what it owns.
   * Idempotent.
   */
  void close() {
    closed = true;
    TimeSource time = environment.time();
    long start = time.machineNanos();
    List<ClientCore> ending = withSharers();
    for (ClientCore core : ending) quietly(core.calls::close);
    for (ClientCore core : ending) {
      Duration left = END_AT_CLOSE.minusNanos(time.machineNanos() - start);
      quietly(() -> core.calls.awaitEnd(left.isNegative() ? Duration.ZERO : left));
    }
    if (owner == this) {
      quietly(transport::close);
      release(settings);
    } else {
      owner.sharers.remove(this);
    }
  }

  private static void release(Settings settings) {
    quietly(settings.threads().own()::shutdown);
  }

  /** Runs it, and logs what it throws, so that the other parts are closed too. */
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
