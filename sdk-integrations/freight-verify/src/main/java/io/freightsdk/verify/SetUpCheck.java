package io.freightsdk.verify;

import static io.freightsdk.verify.Amounts.usd;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.internal.verify.Line;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.SdkWallet;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.verify.VerificationReport.Row;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the set-up before anything goes wrong: whether its ledger opens, on one database, by
 * whose clock it goes, and whether its client creates a load. Used by one thread.
 */
final class SetUpCheck {
  static final String LEDGER = "the ledger opens";
  static final String DATABASE = "all connections reach one database";
  static final String TIME = "limits count by the database's clock";
  static final String CLIENT = "a load is created and paid once";

  private final Stage stage;
  private final Verification asked;
  private final Consumer<Row> tell;
  private Amounts amounts;

  /** How long the client lets a call take, as its first one said. */
  private final AtomicReference<Duration> longest = new AtomicReference<>(Duration.ZERO);

  SetUpCheck(Stage stage, Verification asked, Amounts amounts, Consumer<Row> tell) {
    this.stage = stage;
    this.asked = asked;
    this.amounts = amounts;
    this.tell = tell;
  }

  /** With the price that the client still pays, once {@link #look} has tried it. */
  Amounts amounts() {
    return amounts;
  }

  /** How long the client lets a call take; zero if no call was made. */
  Duration longestCall() {
    return Objects.requireNonNull(longest.get());
  }

  /**
   * Tells a row of each look.
   *
   * @param refusal why nothing can be tried; null if it can
   * @return why nothing more can be tried, or null
   */
  @Nullable String look(@Nullable String refusal) throws InterruptedException {
    String why = refusal;
    if (why == null) {
      String book = stage.scratch().book();
      why = open(book);
      String other = oneDatabase(book, why);
      if (why == null) why = other;
    } else {
      tell.accept(Row.notTried(LEDGER, why));
      tell.accept(Row.notTried(DATABASE, why));
    }
    tell.accept(why == null ? time() : Row.notTried(TIME, why));
    if (why == null) why = firstLoad();
    else tell.accept(Row.notTried(CLIENT, why));
    return why;
  }

  /** Null if the ledger opens, otherwise why nothing can be tried. */
  private @Nullable String open(String book) throws InterruptedException {
    Line line = new Line(asked.dataSource);
    try {
      stage.scratch().isUsedIn(asked.dataSource);
      Boolean unused =
          Bounded.call(
              () -> {
                stage.ledger(line.dataSource(), book).close();
                return true;
              });
      tell.accept(Row.passed(LEDGER, "tables, rights, durability and pooler are as it needs them"));
      return null;
    } catch (Bounded.Failure e) {
      tell.accept(
          Row.failed(
              LEDGER,
              e.getMessage(),
              "let the user of the pool read and write the tables freight_*, make the tables if they"
                  + " are missing, and do what the message says"));
      return "the ledger does not open";
    } finally {
      line.end();
    }
  }

  /** Null if all connections see the ledger that was just opened, otherwise what they do. */
  private @Nullable String oneDatabase(String book, @Nullable String why)
      throws InterruptedException {
    Reach reach;
    try {
      reach = Bounded.call(() -> Reach.of(asked.dataSource, book));
    } catch (Bounded.Failure e) {
      tell.accept(Row.notTried(DATABASE, e.getMessage()));
      return null;
    }
    // A ledger that does not open may have written none.
    if (why != null && reach.isTheSame()) {
      tell.accept(Row.notTried(DATABASE, why));
      return null;
    }
    if (reach.connections() < 2) {
      tell.accept(Row.notTried(DATABASE, "the pool gave no two connections at once"));
      return null;
    }
    if (reach.isSeenByAll()) {
      tell.accept(
          Row.passed(
              DATABASE, "%d at once see what one has written".formatted(reach.connections())));
      return null;
    }
    stage.scratch().reachesSeveralDatabases(asked.dataSource);
    tell.accept(Row.failed(DATABASE, reach.text(), Reach.ONE_PRIMARY));
    return "connections of the pool reach different databases";
  }

  private Row time() {
    Clock own = stage.ownClock();
    if (own == null) return Row.passed(TIME, "the ledger has no clock of its own");
    return Row.failed(
        TIME,
        "the ledger goes by a clock of the application (%s): an instance whose clock is ahead begins the next day or hour of a limit for all, and spends it"
            .formatted(own),
        "leave out SpendLedgerBuilder.clock(...), and in Spring the bean freightClock: they are for"
            + " tests and time travel");
  }

  /** Null if the client creates a load at the price, otherwise why nothing can be tried. */
  private @Nullable String firstLoad() throws InterruptedException {
    if (amounts.limits().isEmpty()) {
      String why = "there is no limit: whatever is spent is within it";
      tell.accept(Row.notTried(CLIENT, why + ". Give limits(...), or a scope(...) with limits"));
      return why;
    }
    BigDecimal tightest = amounts.tightest();
    if (tightest.compareTo(asked.price) < 0) {
      String why =
          "a load costs %s USD, and the tightest limit is %s USD: nothing can be bought"
              .formatted(usd(asked.price), usd(tightest));
      tell.accept(
          Row.failed(
              CLIENT, why, "raise the limit, or tell what your account pays with price(...)"));
      return why;
    }
    Money money = new Money(tightest, asked.price, amounts.higher());
    FirstLoad first = new FirstLoad();
    Function<LedgerGuard, SpendGuard> watched =
        guard -> new Watching(asked.guard.apply(guard), longest);
    try (Scene scene = stage.scene(first, money, watched)) {
      Bounded.call(
          () -> {
            first.happen(scene);
            return true;
          });
      Scene.Verdict verdict = scene.verdict();
      amounts = amounts.upTo(first.highest);
      if (first.failure == null && verdict.taken().compareTo(asked.price) == 0) {
        tell.accept(Row.passed(CLIENT, usd(verdict.taken()) + " USD taken and told"));
        return null;
      }
      tell.accept(
          Row.failed(
              CLIENT,
              first.failure == null
                  ? "%s USD were taken for one load".formatted(usd(verdict.taken()))
                  : first.failure,
              "fix the options of the client: the server of this test is on a port of this machine,"
                  + " reached over plain http"));
    } catch (Bounded.Failure e) {
      tell.accept(Row.failed(CLIENT, e.getMessage(), "fix the options of the client"));
    }
    return "the client creates no load";
  }

  /** One load, and whether one at a higher price would be bought. */
  private final class FirstLoad implements Mishap {
    private @Nullable String failure;
    private @Nullable BigDecimal highest;

    @Override
    public String title() {
      return CLIENT;
    }

    @Override
    public void happen(Scene scene) {
      SdkWallet wallet = (SdkWallet) scene.open(scene.place().believingPricesFor(Duration.ZERO));
      try {
        Charge charge = create(wallet.client(), scene.order());
        BigDecimal told = charge.amountUsd();
        if (told == null || told.compareTo(asked.price) != 0) failure = "told " + charge;
        scene.hear(List.of(Wallet.Told.charged(asked.price)));
        scene.service().price("load_create", scene.money().higher().toPlainString());
        scene.service().faults().next(Operation.CREATE_LOAD, Fault.status(400));
        Charge unused = create(wallet.client(), scene.order());
      } catch (PriceLimitExceededException e) {
        if (e.priceUsd().compareTo(asked.price) == 0) failure = e.getMessage();
        else highest = e.maxPriceUsd();
      } catch (FreightException e) {
        if (scene.broker().debits().isEmpty()) failure = e.getMessage();
      }
    }

    private Charge create(FreightClient client, Wallet.Order order) {
      CallOptions.Builder options = CallOptions.builder().idempotencyKey(order.key());
      if (asked.scope != null) options.scope(asked.scope);
      return client.createLoad(SdkWallet.input(order), options.build()).charge();
    }
  }
}
