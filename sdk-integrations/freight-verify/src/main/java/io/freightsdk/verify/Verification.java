package io.freightsdk.verify;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerBuilder;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tries your own set-up with what goes wrong in production: instances that spend at once and die,
 * answers that are lost, a database that hangs or goes away, prices that rise. Give it what your
 * application gives {@link SpendLedger} and {@link FreightClient}; the service is a server in this
 * JVM, so nothing is paid.
 *
 * <p>It works in ledgers of its own, whose names begin with {@code verify-}, beside yours in the
 * same tables, and deletes them when it ends, also after an interrupt or a signal. Missing tables
 * are made as your application would make them, and stay. It takes about twenty seconds, some
 * threads, and up to ten connections of the pool.
 *
 * <p>Each method that sets something returns this. Not safe for concurrent use; any number of
 * verifications may run at once.
 */
public final class Verification {
  private static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final Duration AT_MOST = Duration.ofMinutes(2);

  private static final PositionCache NOTHING_SHARED =
      new PositionCache() {
        @Override
        public @Nullable PositionReading get(String key) {
          return null;
        }

        @Override
        public void put(String key, PositionReading reading) {}
      };

  final DataSource dataSource;
  final String name;
  final List<Other> others = new ArrayList<>();
  SpendLimits limits = SpendLimits.none();
  @Nullable SpendScope scope;
  Consumer<SpendLedgerBuilder> ledger = builder -> {};
  UnaryOperator<LedgerGuard> guard = made -> made;
  Consumer<FreightClientBuilder> client = builder -> {};
  List<Mishap> mishaps = Run.ALL;
  @Nullable FreightClient like;

  /** Of top-ups, which belongs to the account of that client and is not copied. */
  private boolean likeHasHandler;

  BigDecimal price = PRICE;
  @Nullable Duration requestTimeout;
  @Nullable Create create;
  Duration atMost = AT_MOST;

  /** Somebody else who spends from the same balance. */
  record Other(String who, DataSource dataSource, String name, SpendLimits limits) {}

  private Verification(DataSource dataSource, String name) {
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * A verification of a ledger in a database.
   *
   * @param dataSource the pool that your application gives to {@code SpendLedger.jdbc}
   * @param name of your ledger there, which is neither read nor changed
   */
  public static Verification of(DataSource dataSource, String name) {
    return new Verification(dataSource, name);
  }

  /** The limits of your client, as you give them to {@code ledger.guard}. Default: none. */
  public Verification limits(SpendLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /** A scope that your calls bring, such as that of a customer. Default: none. */
  public Verification scope(SpendScope scope) {
    this.scope = Objects.requireNonNull(scope, "scope");
    return this;
  }

  /** What you set when you open your ledger, such as its {@code SchemaMode}. Default: nothing. */
  public Verification ledger(Consumer<SpendLedgerBuilder> ledger) {
    this.ledger = Objects.requireNonNull(ledger, "ledger");
    return this;
  }

  /** What you make of the ledger's guard, such as {@code reportOnly()}. Default: the same. */
  public Verification guard(UnaryOperator<LedgerGuard> guard) {
    this.guard = Objects.requireNonNull(guard, "guard");
    return this;
  }

  /**
   * What you set when you build your client. Address, agent key and guard are replaced. Default:
   * nothing.
   */
  public Verification client(Consumer<FreightClientBuilder> client) {
    this.client = Objects.requireNonNull(client, "client");
    return this;
  }

  /**
   * A client of yours with all its settings, such as the bean of Spring: it is not called itself.
   * Instead of its position cache and its handler of top-ups nothing is used.
   */
  public Verification client(FreightClient client) {
    this.like = Objects.requireNonNull(client, "client");
    this.likeHasHandler = hasHandler(client);
    return this;
  }

  /** What a load costs, in USD. Default 0.65; the prices of your account may differ. */
  public Verification price(String usd) {
    this.price = new BigDecimal(usd);
    if (price.signum() <= 0) throw new IllegalArgumentException("price: expected more than 0 USD");
    return this;
  }

  /** After how long your web server gives up a request in which loads are created. */
  public Verification requestTimeout(Duration timeout) {
    this.requestTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /**
   * How your application makes the load of an order that a queue has delivered: it is called for
   * one order twice, because a queue delivers again what was not acknowledged.
   */
  public Verification create(Create create) {
    this.create = Objects.requireNonNull(create, "create");
    return this;
  }

  /**
   * Names somebody else who spends from the same balance, such as a job in another process.
   *
   * @param who in a few words
   * @param dataSource its pool, which may be the same
   * @param name of its ledger there
   * @param limits of its client
   */
  public Verification alsoSpends(
      String who, DataSource dataSource, String name, SpendLimits limits) {
    others.add(
        new Other(
            Objects.requireNonNull(who, "who"),
            Objects.requireNonNull(dataSource, "dataSource"),
            Objects.requireNonNull(name, "name"),
            Objects.requireNonNull(limits, "limits")));
    return this;
  }

  /** How long all of it may take; what is not over by then is not tried. Default 2 min. */
  public Verification atMost(Duration time) {
    this.atMost = Objects.requireNonNull(time, "time");
    return this;
  }

  /**
   * Tries everything, and blocks until it is over. Throws nothing for what it finds. If the thread
   * is interrupted it ends at once, cleans up, and the rest is not tried.
   */
  public VerificationReport run() {
    return new Run(this).report();
  }

  /**
   * Tries everything, and has a test for each row: for a method with {@code @TestFactory}. A row
   * that was not tried is a test that is skipped, with the reason. Needs JUnit 5.10 or newer.
   */
  @SuppressWarnings("exports")
  public Stream<DynamicTest> asTests() {
    return RowTests.of(run());
  }

  /** Tries only these. */
  Verification only(Mishap... mishaps) {
    this.mishaps = List.of(mishaps);
    return this;
  }

  /** The builder of a client of this set-up. */
  FreightClientBuilder builder() {
    FreightClientBuilder builder = FreightClient.builder();
    if (like != null) {
      builder = like.toBuilder().positionCache(NOTHING_SHARED);
      if (likeHasHandler) builder.topUpPolicy(TopUpPolicy.failFast());
    }
    client.accept(builder);
    return builder;
  }

  private static boolean hasHandler(FreightClient client) {
    FreightClientBuilder copy = client.toBuilder().positionCache(NOTHING_SHARED);
    try (SpendLedger nothing = SpendLedger.inMemory()) {
      copy.spendGuard(nothing.guard()).build().close();
      return false;
    } catch (IllegalStateException handlerIsMissing) {
      return true;
    }
  }

  /**
   * An order as a queue delivers it.
   *
   * @param reference your number of it, the same in each delivery
   * @param input of its load
   */
  public record Order(String reference, CreateLoadInput input) {}

  /** Makes the load of an order, as the application does. */
  @FunctionalInterface
  public interface Create {
    /** May throw what the application throws. */
    void create(FreightClient client, Order order) throws Exception;
  }
}
