package io.freightsdk.client;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.RequestEvent;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.environment.DaemonTimer;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.Strike;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.UnconnectedSockets;
import io.github.resilience4j.retry.RetryRegistry;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.Call;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Where code that is not the client's runs in the middle of a call, and how to put harm there. */
enum Seam {
  KEY_SUPPLIER("FreightClientBuilder.agentKey") {
    @Override
    void install(Parts parts) {
      parts.builder.agentKey(
          () -> {
            parts.strike.pass();
            return parts.agentKey;
          });
    }
  },
  REQUEST_LISTENER("FreightClientBuilder.listener") {
    @Override
    void install(Parts parts) {
      parts.builder.listener(event -> parts.strike.pass());
    }
  },
  REQUEST_LISTENER_AT_THE_END {
    @Override
    void install(Parts parts) {
      parts.builder.listener(
          event -> {
            if (event instanceof RequestEvent.CallEnded) parts.strike.pass();
          });
    }
  },
  /** Told of what comes after a failure. */
  RETRY_LISTENER("FreightClientBuilder.retryRegistry") {
    @Override
    void install(Parts parts) {
      RetryRegistry registry = RetryRegistry.ofDefaults();
      registry
          .getEventPublisher()
          .onEntryAdded(
              added ->
                  added.getAddedEntry().getEventPublisher().onEvent(event -> parts.strike.pass()));
      parts.builder.retryRegistry(registry);
    }

    @Override
    boolean surelyPassed(boolean later) {
      return later;
    }
  },
  GUARD_IS_ASKED_WHETHER_IT_NEEDS_A_PRICE(
      "FreightClientBuilder.spendGuard", "SpendGuard.needsPrice") {
    @Override
    void install(Parts parts) {
      parts.guard.atNeedsPrice = parts.strike::pass;
    }

    /** At the beginning of a call. */
    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  GUARD_RESERVES {
    @Override
    void install(Parts parts) {
      parts.guard.beforeReserve = parts.strike::pass;
    }

    /** A creation has one reservation for all its attempts. */
    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  /** On a thread of its own, as a database does. */
  GUARD_DECIDES {
    @Override
    void install(Parts parts) {
      parts.guard.atDecision = parts.strike::pass;
    }

    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  GUARD_COMPLETES {
    @Override
    void install(Parts parts) {
      parts.guard.beforeComplete = parts.strike::pass;
    }
  },
  /** It has heard the outcome, and throws all the same. */
  GUARD_HAS_COMPLETED {
    @Override
    void install(Parts parts) {
      parts.guard.afterComplete = parts.strike::pass;
    }
  },
  GUARD_TELLS {
    @Override
    void install(Parts parts) {
      parts.guard.atTelling = parts.strike::pass;
    }
  },
  CLOCK("FreightClientBuilder.clock", "Environment.clock") {
    @Override
    void install(Parts parts) {
      parts.builder.clock(
          new Clock() {
            @Override
            public Instant instant() {
              parts.strike.pass();
              return Instant.now();
            }

            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }
          });
    }

    /** A retry goes by the reservation there is. */
    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  /** When the price is asked how old it is. */
  CLOCK_OF_THE_PRICE {
    @Override
    void install(Parts parts) {
      CLOCK.install(parts);
    }

    @Override
    int pass(boolean later) {
      return 2;
    }

    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  TIMER("FreightClientBuilder.environment", "Environment.timer") {
    @Override
    void install(Parts parts) {
      Timer timer = new DaemonTimer("freight-timer", ForkJoinPool.commonPool());
      parts.inWorld(
          new Timer() {
            @Override
            public Cancellable after(Duration delay, Runnable task) {
              parts.strike.pass();
              return timer.after(delay, task);
            }

            @Override
            public void close() {
              timer.close();
            }
          },
          () -> {},
          () -> {},
          () -> {});
    }

    @Override
    boolean surelyPassed(boolean later) {
      return later;
    }
  },
  RANDOM("Environment.random") {
    @Override
    void install(Parts parts) {
      parts.inWorld(parts.strike::pass, () -> {}, () -> {});
    }

    @Override
    boolean surelyPassed(boolean later) {
      return false;
    }
  },
  IDEMPOTENCY_KEYS("Environment.idempotencyKeys") {
    @Override
    void install(Parts parts) {
      parts.inWorld(() -> {}, parts.strike::pass, () -> {});
    }

    @Override
    boolean surelyPassed(boolean later) {
      return !later;
    }
  },
  NANO_TIME("Environment.nanoTime") {
    @Override
    void install(Parts parts) {
      parts.inWorld(() -> {}, () -> {}, parts.strike::pass);
    }
  },
  INTERCEPTOR("OkHttp.addInterceptor") {
    @Override
    void install(Parts parts) {
      parts.http.addInterceptor(
          chain -> {
            parts.strike.pass();
            return chain.proceed(chain.request());
          });
    }
  },
  INTERCEPTOR_AFTER_THE_ANSWER {
    @Override
    void install(Parts parts) {
      parts.http.addInterceptor(
          chain -> {
            var response = chain.proceed(chain.request());
            try {
              parts.strike.pass();
            } catch (Throwable thrown) {
              response.close();
              throw thrown;
            }
            return response;
          });
    }
  },
  NETWORK_INTERCEPTOR("OkHttp.addNetworkInterceptor") {
    @Override
    void install(Parts parts) {
      parts.http.addNetworkInterceptor(
          chain -> {
            parts.strike.pass();
            return chain.proceed(chain.request());
          });
    }
  },
  EVENT_LISTENER("OkHttp.eventListener") {
    @Override
    void install(Parts parts) {
      parts.http.eventListener(
          new EventListener() {
            @Override
            public void callStart(Call call) {
              parts.strike.pass();
            }
          });
    }
  },
  EVENT_LISTENER_FACTORY("OkHttp.eventListenerFactory") {
    @Override
    void install(Parts parts) {
      parts.http.eventListenerFactory(
          call -> {
            parts.strike.pass();
            return EventListener.NONE;
          });
    }
  },
  EVENT_LISTENER_AT_THE_END {
    @Override
    void install(Parts parts) {
      parts.http.eventListener(
          new EventListener() {
            @Override
            public void callEnd(Call call) {
              parts.strike.pass();
            }
          });
    }
  },
  DNS("OkHttp.dns") {
    @Override
    void install(Parts parts) {
      parts.http.dns(
          host -> {
            parts.strike.pass();
            return Dns.SYSTEM.lookup(host);
          });
    }
  },
  SOCKET_FACTORY("OkHttp.socketFactory") {
    @Override
    void install(Parts parts) {
      parts.http.socketFactory(new StrikingSockets(parts.strike, false));
    }
  },
  SOCKET_CLOSE {
    @Override
    void install(Parts parts) {
      parts.http.socketFactory(new StrikingSockets(parts.strike, true));
    }

    @Override
    boolean surelyPassed(boolean later) {
      return false;
    }
  },
  PROXY_SELECTOR("OkHttp.proxySelector") {
    @Override
    void install(Parts parts) {
      parts.http.proxySelector(
          new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
              parts.strike.pass();
              return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException thrown) {}
          });
    }
  },
  COOKIE_JAR("OkHttp.cookieJar") {
    @Override
    void install(Parts parts) {
      parts.http.cookieJar(
          new CookieJar() {
            @Override
            public List<Cookie> loadForRequest(HttpUrl url) {
              parts.strike.pass();
              return List.of();
            }

            @Override
            public void saveFromResponse(HttpUrl url, List<Cookie> cookies) {}
          });
    }
  },
  /** Not asked by a creation; a read with {@code maxAge} is in the test of its own. */
  POSITION_CACHE("FreightClientBuilder.positionCache") {
    @Override
    void install(Parts parts) {
      parts.builder.positionCache(
          new PositionCache() {
            @Override
            public @Nullable PositionReading get(String key) {
              parts.strike.pass();
              return null;
            }

            @Override
            public void put(String key, PositionReading reading) {
              parts.strike.pass();
            }
          });
      parts.readsShared = true;
    }

    @Override
    boolean surelyPassed(boolean later) {
      return true;
    }
  };

  private final Set<String> doors;

  Seam(String... doors) {
    this.doors = Set.of(doors);
  }

  /** The doors of the API through which this code comes in. */
  Set<String> doors() {
    return doors;
  }

  abstract void install(Parts parts);

  /** At which pass the harm is done, from the start of the call or from its first retry. */
  int pass(boolean later) {
    return 1;
  }

  /** Whether every call passes it. */
  boolean surelyPassed(boolean later) {
    return true;
  }

  /** What a scenario is put together from. */
  static final class Parts {
    final FreightClientBuilder builder = FreightClient.builder();
    final OkHttpClient.Builder http;
    final Strike strike;
    final String agentKey;
    final Guard guard = new Guard();
    boolean readsShared;

    Parts(Strike strike, OkHttpClient.Builder http, String agentKey) {
      this.strike = strike;
      this.http = http;
      this.agentKey = agentKey;
    }

    private void inWorld(Runnable random, Runnable keys, Runnable nanoTime) {
      inWorld(new DaemonTimer("freight-timer", ForkJoinPool.commonPool()), random, keys, nanoTime);
    }

    private void inWorld(Timer timer, Runnable random, Runnable keys, Runnable nanoTime) {
      TestBuilders.inWorld(
          builder,
          new Environment(
              Clock.systemUTC(),
              () -> {
                nanoTime.run();
                return System.nanoTime();
              },
              MachineTime.SYSTEM,
              timer,
              null,
              () -> {
                random.run();
                return ThreadLocalRandom.current().nextLong();
              },
              () -> {
                keys.run();
                return IdempotencyKeys.random();
              },
              null));
    }
  }

  /** A guard of 20.00 USD, as somebody else may write one. */
  static final class Guard implements SpendGuard {
    final TestGuard kept = TestGuard.of(Clock.systemUTC(), "20.00");

    /** How often each reservation that the client was given was completed. */
    private final Map<String, Integer> completed = new ConcurrentHashMap<>();

    volatile Runnable atNeedsPrice = () -> {};
    volatile Runnable beforeReserve = () -> {};
    volatile Runnable atDecision = () -> {};
    volatile Runnable beforeComplete = () -> {};
    volatile Runnable afterComplete = () -> {};
    volatile Runnable atTelling = () -> {};

    /** Reservations that were not completed, or more than once. */
    long notOnce() {
      return completed.values().stream().filter(times -> times != 1).count();
    }

    @Override
    public boolean needsPrice(@Nullable Scope scope) {
      atNeedsPrice.run();
      return kept.needsPrice(scope);
    }

    @Override
    public CompletionStage<Decision> reserve(Purchase purchase) {
      beforeReserve.run();
      return CompletableFuture.runAsync(() -> atDecision.run())
          .thenCompose(unused -> kept.reserve(purchase))
          .thenApply(
              decision -> {
                if (decision instanceof Reservation) completed.put(purchase.id(), 0);
                return decision;
              });
    }

    @Override
    public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
      completed.merge(reservation.purchase().id(), 1, Integer::sum);
      beforeComplete.run();
      CompletionStage<Charge> told = kept.complete(reservation, outcome);
      afterComplete.run();
      return told.thenApplyAsync(
          charge -> {
            atTelling.run();
            return charge;
          });
    }

    @Override
    public CompletionStage<Void> flush(Duration atMost) {
      return kept.flush(atMost);
    }
  }

  private static final class StrikingSockets extends UnconnectedSockets {
    private final Strike strike;
    private final boolean atClose;

    StrikingSockets(Strike strike, boolean atClose) {
      this.strike = strike;
      this.atClose = atClose;
    }

    @Override
    public Socket createSocket() {
      if (!atClose) strike.pass();
      return new Socket() {
        @Override
        public synchronized void close() throws IOException {
          super.close();
          if (atClose) strike.pass();
        }
      };
    }
  }
}
