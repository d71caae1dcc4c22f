package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.Home;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.money.TopUps;
import io.freightsdk.internal.reads.CacheSource;
import io.freightsdk.internal.reads.SharedRead;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.spend.Waiting;
import io.freightsdk.internal.text.Require;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.reads.PositionCache;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all interfaces of one client share. Calls are made here, blocking or as a future;
 * an interface only selects the operation and the form of its result.
 */
public final class ClientCore {
  private static final System.Logger LOG = System.getLogger(ClientCore.class.getName());

  /** How long {@link #close()} waits until the charges are stored. */
  private static final Duration SETTLE_AT_CLOSE = Duration.ofSeconds(10);

  /** The part of it that is left for what the store did not take before, though calls hang. */
  private static final Duration STORE_AT_CLOSE = Duration.ofSeconds(1);

  /**
   * Everything that a client is built from, already checked.
   *
   * @param httpClient the caller's client to build on; null for a new one
   * @param headers extra headers of every request
   * @param homes where asynchronous calls live; null for the client's threads
   * @param family the threads of the client and of those that it was made from
   * @param origin the client that it was made from, whose connections it shares; null for none, or
   *     to make new ones
   * @param again starts a builder with these settings, for another client of the family
   * @param books opens the books; another one in tests of what they may do
   * @param positionCache where processes share positions; null to share within this one only
   */
  public record Settings(
      HttpUrl baseUrl,
      Supplier<String> agentKey,
      @Nullable OkHttpClient httpClient,
      TransportSettings transport,
      CallRunner.Limits limits,
      int retryBudget,
      String userAgent,
      Map<String, String> headers,
      List<RequestListener> listeners,
      Environment environment,
      Home.@Nullable Factory homes,
      ClientFamily family,
      @Nullable ClientCore origin,
      Function<ClientCore, FreightClientBuilder> again,
      SpendSettings spend,
      Books books,
      @Nullable PositionCache positionCache) {}

  /** Opens the books of a client, as {@code SpendBooks::new} does. */
  @FunctionalInterface
  public interface Books {
    SpendBooks open(
        SpendSettings settings,
        Environment environment,
        Threads threads,
        SpendBooks.FreeReads reads);
  }

  final Operations operations;
  final SpendBooks books;
  final PriceCache prices;
  final TopUps topUps;
  final CallRunner calls;
  public final Settings settings;

  /** What ends with this client, in the order of its coming; guarded by itself. */
  private final List<Ending> endings = new ArrayList<>();

  /** Guarded by {@link #endings}. */
  private boolean closed;

  private final HttpTransport transport;
  private final SharedReads sharedReads;
  private final Environment environment;
  private final ClientFamily family;
  private final Threads threads;
  private final AtomicBoolean left = new AtomicBoolean();

  private ClientCore(Settings settings) {
    this.settings = settings;
    environment = settings.environment();
    family = settings.family();
    threads = family.threads;
    ClientCore origin = settings.origin();
    transport =
        origin != null
            ? origin.transport.another(settings.transport())
            : new HttpTransport(settings.httpClient(), threads, settings.transport(), environment);
    operations =
        new Operations(
            settings.baseUrl(),
            settings.userAgent(),
            settings.headers(),
            environment.idempotencyKeys());
    SpendSettings spend = settings.spend();
    FreeReads reads = new FreeReads();
    Clock clock = environment.clock();
    LongSupplier nanoTime = environment.nanoTime();
    Timer timer = environment.timer();
    books = settings.books().open(spend, environment, threads, reads);
    prices =
        new PriceCache(
            reads::pricing,
            this::read,
            books::newest,
            environment,
            spend.priceLife(),
            spend.maxPriceAge(),
            threads);
    topUps =
        new TopUps(spend.topUp(), reads::balance, timer, environment.random(), nanoTime, threads);
    Retries.Budget budget = new Retries.Budget(settings.retryBudget());
    calls =
        new CallRunner(
            environment,
            settings.limits(),
            transport,
            threads,
            settings.homes(),
            settings.agentKey(),
            settings.listeners(),
            new Retries(clock, environment.random(), budget),
            books,
            prices,
            topUps);
    sharedReads = sharedReads(settings);
  }

  private SharedReads sharedReads(Settings settings) {
    PositionCache shared = settings.positionCache();
    CacheSource cache =
        shared == null
            ? null
            : new CacheSource(
                shared,
                settings.baseUrl().toString(),
                settings.agentKey(),
                environment.timer(),
                threads);
    return new SharedReads(environment, threads, settings.limits().deadline(), cache, this::shared);
  }

  private void read(PriceReading list) {
    calls.read(list);
  }

  /** A read was answered with a position that another call paid for: its price was saved. */
  private void shared(Operation operation) {
    PriceCache.Price price = prices.newest(operation);
    if (price != null && price.usd() != null) books.saved(price.usd());
  }

  /**
   * Builds a client.
   *
   * @throws IllegalStateException when the clients that it is made from are all closed
   */
  public static FreightClient client(Settings settings) {
    settings.family().joined();
    try {
      return new BlockingClient(new ClientCore(settings));
    } catch (Throwable notBuilt) {
      settings.family().left();
      throw notBuilt;
    }
  }

  FreightClientBuilder toBuilder() {
    return settings.again().apply(this);
  }

  /** The base URL, without what a URL can hide: a password, or a query. */
  String address() {
    HttpUrl url = settings.baseUrl();
    HttpUrl shown = url.newBuilder().username("").password("").query(null).fragment(null).build();
    String text = shown.toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  // --- the forms of a result: each interface of the client has one ---

  <T> T value(CallSpec<T> spec) {
    return isShared(spec) ? shared(spec).value() : calls.run(spec).value();
  }

  <T> FreightResponse<T> response(CallSpec<T> spec) {
    return isShared(spec) ? shared(spec) : calls.run(spec).toResponse();
  }

  <T> CompletableFuture<T> futureValue(Supplier<CallSpec<T>> spec) {
    return future(spec, CallResult::value, FreightResponse::value);
  }

  <T> CompletableFuture<FreightResponse<T>> futureResponse(Supplier<CallSpec<T>> spec) {
    return future(spec, CallResult::toResponse, Function.identity());
  }

  /** Never throws: if the call cannot be specified, the future fails. */
  private <T, R> CompletableFuture<R> future(
      Supplier<CallSpec<T>> specified,
      Function<CallResult<T>, R> form,
      Function<FreightResponse<T>, R> sharedForm) {
    try {
      CallSpec<T> spec = specified.get();
      return isShared(spec)
          ? new LinkedFuture<>(orStale(spec, share(spec)), sharedForm)
          : calls.start(spec, form);
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  // --- positions, which callers may share ---

  private static boolean isShared(CallSpec<?> spec) {
    CallOptions options = spec.options();
    return spec.operation() == Operation.GET_LOAD_POSITION
        && (options.maxAge() != null || options.orStale() != null);
  }

  private <T> FreightResponse<T> shared(CallSpec<T> spec) {
    calls.refuseIfInterrupted(spec);
    SharedRead read = share(spec);
    try {
      return Waiting.on(environment.timer(), orStale(spec, read), Operation.GET_LOAD_POSITION);
    } catch (FreightCancelledException ended) {
      // An interrupt ends only the wait: the call behind it may have been sent.
      boolean sent = Thread.currentThread().isInterrupted() && read.attempts() > 0;
      if (!sent || ended.attempts() > 0) throw ended;
      throw new FreightCancelledException(
          ended.facts().toBuilder().charge(Charge.UNKNOWN).attempts(read.attempts()).build(),
          "the calling thread was interrupted");
    }
  }

  private SharedRead share(CallSpec<?> spec) {
    return sharedReads.read(
        position(spec), shared -> calls.running(shared, CallResult::toResponse));
  }

  @SuppressWarnings("unchecked") // The read of a position has a position.
  private <T> CompletableFuture<FreightResponse<T>> orStale(CallSpec<T> spec, SharedRead read) {
    CompletableFuture<?> answer = sharedReads.orStale(position(spec), read);
    return (CompletableFuture<FreightResponse<T>>) answer;
  }

  @SuppressWarnings("unchecked") // Nothing else is shared.
  private static CallSpec<LoadPosition> position(CallSpec<?> spec) {
    return (CallSpec<LoadPosition>) spec;
  }

  // --- what the parts of a client need from each other ---

  /** Calls that prices, books and top-ups make. They are free, so they use none of these again. */
  private final class FreeReads implements SpendBooks.FreeReads {
    @Override
    public CompletableFuture<Pricing> pricing() {
      return calls.startOwn(operations.getPricing(CallOptions.DEFAULT), CallResult::value);
    }

    @Override
    public CompletableFuture<Balance> balance() {
      return calls.startOwn(operations.getBalance(CallOptions.DEFAULT), CallResult::value);
    }
  }

  /** One action; two equal ones are two endings. */
  private static final class Ending {
    final Runnable action;

    Ending(Runnable action) {
      this.action = action;
    }
  }

  /** See {@link FreightClient#onClose}. */
  Runnable onClose(Runnable action) {
    Ending ending = new Ending(Objects.requireNonNull(action, "action"));
    synchronized (endings) {
      if (!closed) {
        endings.add(ending);
        return () -> {
          synchronized (endings) {
            endings.remove(ending);
          }
        };
      }
    }
    action.run();
    return () -> {};
  }

  /** Before the calls, because they make new ones. */
  private void endOthers() {
    List<Ending> ending;
    synchronized (endings) {
      closed = true;
      ending = List.copyOf(endings);
      endings.clear();
    }
    for (Ending each : ending) quietly(each.action);
  }

  FreightClient.Activity activity() {
    // Requests are read first, so that a call that ends meanwhile is no request without a call.
    int requests = transport.limiter.taken();
    int waiting = transport.limiter.waiting();
    return new FreightClient.Activity(calls.pending(), requests, waiting);
  }

  /** Refuses new calls, lets those in progress end for so long, and closes. */
  void close(Duration drain) {
    Require.wait(drain, "drain");
    endOthers();
    calls.drain();
    calls.awaitEnd(drain);
    close();
  }

  /**
   * Ends what ends with it, cancels calls, waits at most {@link #SETTLE_AT_CLOSE} until charges are
   * stored, and frees what no other client of its family uses. Idempotent.
   */
  void close() {
    endOthers();
    MachineTime time = environment.machine();
    long start = time.nanos();
    quietly(sharedReads::close);
    quietly(calls::close);
    quietly(topUps::close);
    quietly(() -> calls.awaitEnd(SETTLE_AT_CLOSE.minus(STORE_AT_CLOSE)));
    quietly(() -> books.close(SETTLE_AT_CLOSE.minusNanos(time.nanos() - start)));
    quietly(transport::close);
    if (left.compareAndSet(false, true)) quietly(family::left);
  }

  /** If one part cannot be closed, the others are closed nevertheless. */
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
