package io.freightsdk.verify;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.internal.verify.Line;
import io.freightsdk.internal.verify.Machine;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.SdkWallet;
import io.freightsdk.internal.verify.Wallet;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerBuilder;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.verify.Verification.Other;
import io.freightsdk.verify.VerificationReport.Outcome;
import io.freightsdk.verify.VerificationReport.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One run of a verification: looks at the set-up, lets the mishaps happen, and cleans up. */
final class Run {
  static final String LEDGER = "the ledger opens";
  static final String TIME = "limits count by the database's clock";
  static final String CLIENT = "a load is created and paid once";
  static final String OTHERS = "others spend from the same balance";
  static final String QUEUE = "a queue delivers an order twice";
  static final String REQUEST = "the web server gives up a request";
  static final String REPLICA = "a replica that is behind takes over";
  static final String REMOVED = "its rows are removed";

  /** Most of them wait for the database. */
  private static final int AT_ONCE = 4;

  private static final int CENT_OF_CENT = 4;
  private static final Clock CLOCK = Clock.systemUTC();

  static final List<Mishap> ALL =
      Stream.of(Mishaps.values())
          // As the one before it, and takes longer.
          .filter(mishap -> mishap != Mishaps.FIFTY_MILLISECONDS)
          .<Mishap>map(mishap -> mishap)
          .toList();

  private static final Set<Mishap> RISES =
      Set.of(Mishaps.PRICE_RISE, Mishaps.PRICE_ON_THE_WAY, Mishaps.PRICE_UNREAD);

  private final Verification asked;
  private final List<SpendLimit> limits = new ArrayList<>();
  private final Scratch scratch = new Scratch();

  /** Guarded by itself, as is whether it is over. */
  private final List<Scene> scenes = new ArrayList<>();

  private boolean over;
  private final List<Row> rows = new ArrayList<>();

  /** How long the client lets a call take, as its first one said. */
  private final AtomicReference<Duration> longest = new AtomicReference<>(Duration.ZERO);

  private BigDecimal higher;

  /** Of the ledger that was opened last; null if it goes by the database's. */
  private volatile @Nullable Clock ownClock;

  Run(Verification asked) {
    this.asked = asked;
    this.higher = Money.risen(asked.price);
    if (asked.scope != null) limits.addAll(asked.scope.limits());
    limits.addAll(SpendScope.client(asked.limits).limits());
  }

  VerificationReport report() {
    long begin = Machine.nanoTime();
    Runnable stopped = Machine.whenTheJvmEnds(this::stop);
    String product;
    try {
      PoolCheck.Found pool = PoolCheck.of(asked.dataSource);
      product = pool.product();
      rows.add(pool.row());
      @Nullable String why = pool.isUsable() ? null : "the pool has to be fixed first";
      if (why == null) why = open();
      else rows.add(notTried(LEDGER, why));
      rows.add(why == null ? time() : notTried(TIME, why));
      if (why == null) why = firstLoad();
      else rows.add(notTried(CLIENT, why));
      if (why == null) play(begin);
      else for (Mishap mishap : asked.mishaps) rows.add(notTried(mishap.title(), why));
      rows.add(others(why));
      rows.add(queue(why));
      rows.add(requestTimeout());
      rows.add(
          notTried(
              REPLICA,
              "it needs a failover of your database. Commits that it loses are lost to limits; call"
                  + " reconcile() after one."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      product = "interrupted";
      rows.add(notTried("the rest", "the thread was interrupted"));
    } finally {
      stop();
      stopped.run();
    }
    return new VerificationReport(title(product), rows);
  }

  private String title(String product) {
    String set =
        limits.stream()
            .map(SpendLimit::description)
            .map(text -> text.replaceFirst(" for scope " + SpendScope.CLIENT + "$", ""))
            .collect(Collectors.joining(", "));
    return "Freight verify: %s; %s; a load costs %s USD"
        .formatted(product, set.isEmpty() ? "no limit" : set, usd(asked.price));
  }

  /** Nobody reaches the database any more; then what was written to it goes. */
  private synchronized void stop() {
    List<Scene> all;
    synchronized (scenes) {
      over = true;
      all = List.copyOf(scenes);
    }
    all.forEach(Scene::stop);
    String left = scratch.remove();
    if (left != null) {
      rows.add(
          new Row(
              REMOVED,
              Outcome.FAILED,
              left,
              "delete the rows of the tables freight_* whose book begins with \""
                  + scratch.prefix()
                  + "\""));
    }
  }

  // The set-up.

  /** Null if the ledger opens, otherwise why nothing can be tried. */
  private @Nullable String open() throws InterruptedException {
    Line line = new Line(asked.dataSource);
    try {
      scratch.isUsedIn(asked.dataSource);
      String book = scratch.book();
      Boolean unused =
          Bounded.call(
              () -> {
                ledger(line.dataSource(), book).close();
                return true;
              });
      rows.add(passed(LEDGER, "tables, rights, durability and pooler are as it needs them"));
      return null;
    } catch (Bounded.Failure e) {
      rows.add(
          new Row(
              LEDGER,
              Outcome.FAILED,
              e.getMessage(),
              "let the user of the pool read and write the tables freight_*, make the tables if they"
                  + " are missing, and do what the message says"));
      return "the ledger does not open";
    } finally {
      line.end();
    }
  }

  private SpendLedger ledger(DataSource dataSource, String book) {
    SpendLedgerBuilder builder = SpendLedger.builder();
    asked.ledger.accept(builder);
    SpendLedger ledger = builder.jdbc(dataSource, book);
    ownClock = ledger.clock();
    return ledger;
  }

  private Row time() {
    Clock own = ownClock;
    if (own == null) return passed(TIME, "the ledger has no clock of its own");
    return new Row(
        TIME,
        Outcome.FAILED,
        "the ledger goes by a clock of the application (%s): an instance whose clock is ahead begins the next day or hour of a limit for all, and spends it"
            .formatted(own),
        "leave out SpendLedgerBuilder.clock(...), and in Spring the bean freightClock: they are for"
            + " tests and time travel");
  }

  private SdkWallet.SetUp setUp() {
    return setUp(asked.limits, asked.scope);
  }

  private SdkWallet.SetUp setUp(SpendLimits limits, @Nullable SpendScope scope) {
    return new SdkWallet.SetUp(
        place -> ledger(place.database().dataSource(), place.book()),
        place -> limits,
        scope,
        place -> asked.builder(),
        asked.guard::apply);
  }

  /** Null if the client creates a load at the price, otherwise why nothing can be tried. */
  private @Nullable String firstLoad() throws InterruptedException {
    if (limits.isEmpty()) {
      String why = "there is no limit: whatever is spent is within it";
      rows.add(notTried(CLIENT, why + ". Give limits(...), or a scope(...) with limits"));
      return why;
    }
    if (tightest().compareTo(asked.price) < 0) {
      String why =
          "a load costs %s USD, and the tightest limit is %s USD: nothing can be bought"
              .formatted(usd(asked.price), usd(tightest()));
      rows.add(
          new Row(
              CLIENT,
              Outcome.FAILED,
              why,
              "raise the limit, or tell what your account pays with price(...)"));
      return why;
    }
    Money money = new Money(tightest(), asked.price, higher);
    FirstLoad first = new FirstLoad();
    try (Scene scene = scene(first, money, (place) -> new SdkWallet(watched(), place))) {
      Bounded.call(
          () -> {
            first.happen(scene);
            return true;
          });
      Scene.Verdict verdict = scene.verdict();
      if (first.highest != null) higher = first.highest;
      if (first.failure == null && verdict.taken().compareTo(asked.price) == 0) {
        rows.add(passed(CLIENT, usd(verdict.taken()) + " USD taken and told"));
        return null;
      }
      rows.add(
          new Row(
              CLIENT,
              Outcome.FAILED,
              first.failure == null
                  ? "%s USD were taken for one load".formatted(usd(verdict.taken()))
                  : first.failure,
              "fix the options of the client: the server of this test is on a port of this machine,"
                  + " reached over plain http"));
    } catch (Bounded.Failure e) {
      rows.add(new Row(CLIENT, Outcome.FAILED, e.getMessage(), "fix the options of the client"));
    }
    return "the client creates no load";
  }

  /** Hears how long a call may take. */
  private SdkWallet.SetUp watched() {
    SdkWallet.SetUp plain = setUp();
    return new SdkWallet.SetUp(
        plain.ledger(), plain.limits(), plain.scope(), plain.client(), this::watching);
  }

  private SpendGuard watching(LedgerGuard guard) {
    return new Watching(asked.guard.apply(guard), longest);
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
        scene.service().price("load_create", higher.toPlainString());
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

  private BigDecimal tightest() {
    return tightest(limits);
  }

  private static BigDecimal tightest(List<SpendLimit> limits) {
    return limits.stream().map(SpendLimit::capUsd).min(Comparator.naturalOrder()).orElseThrow();
  }

  private BigDecimal tightest(Mishap mishap) {
    return tightest(leavesTheScope(mishap) ? SpendScope.client(asked.limits).limits() : limits);
  }

  /** A caller who takes another name leaves the scope, and only the limits of the client stay. */
  private boolean leavesTheScope(Mishap mishap) {
    return mishap == Mishaps.OWN_NAME && !SpendScope.client(asked.limits).limits().isEmpty();
  }

  // Mishaps.

  private void play(long begin) throws InterruptedException {
    ExecutorService threads = Machine.threads(AT_ONCE);
    try {
      List<Future<Row>> tried = new ArrayList<>();
      for (Mishap mishap : asked.mishaps) tried.add(threads.submit(() -> tryOut(mishap)));
      for (int i = 0; i < tried.size(); i++) {
        long left = asked.atMost.toNanos() - (Machine.nanoTime() - begin);
        boolean isOver = Machine.ends(tried.get(i), Duration.ofNanos(Math.max(0, left)));
        rows.add(
            isOver
                ? rowOf(asked.mishaps.get(i), tried.get(i))
                : notTried(
                    asked.mishaps.get(i).title(), "there was no time: atMost is " + asked.atMost));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Row rowOf(Mishap mishap, Future<Row> tried) throws InterruptedException {
    try {
      return tried.get();
    } catch (ExecutionException e) {
      return notTried(mishap.title(), "it could not be played: " + Bounded.textOf(e.getCause()));
    }
  }

  private Row tryOut(Mishap mishap) throws Exception {
    boolean needsWindow = mishap.window() != null;
    if (needsWindow && limits.stream().allMatch(limit -> limit.kind() == SpendLimit.Kind.TOTAL)) {
      return notTried(mishap.title(), "no limit has a window");
    }
    if (RISES.contains(mishap) && higher.compareTo(asked.price) <= 0) {
      return notTried(mishap.title(), "maxPrice refuses any load that costs more");
    }
    if (money(mishap).price().signum() == 0) {
      return notTried(mishap.title(), "the limit is too low for " + mishap.room() + " loads");
    }
    List<LocalDate> days = days();
    Row row = tryOnce(mishap);
    // At midnight a limit by the day has room again, as it should.
    return days.equals(days()) ? row : tryOnce(mishap);
  }

  private List<LocalDate> days() {
    return limits.stream()
        .filter(limit -> limit.zone() != null)
        .map(limit -> LocalDate.now(CLOCK.withZone(Objects.requireNonNull(limit.zone()))))
        .toList();
  }

  /** So that few loads are enough to reach the limit, the rest of it is spent before. */
  private Money money(Mishap mishap) {
    BigDecimal cap = tightest(mishap);
    BigDecimal room = BigDecimal.valueOf(mishap.room());
    if (mishap.room() > 10) {
      BigDecimal price = asked.price.min(cap.divide(room, CENT_OF_CENT, RoundingMode.DOWN));
      return new Money(price.multiply(room).min(cap), price, price);
    }
    return new Money(asked.price.multiply(room).min(cap), asked.price, higher);
  }

  private Row tryOnce(Mishap mishap) throws Exception {
    Money money = money(mishap);
    long begin = Machine.nanoTime();
    try (Scene scene = scene(mishap, money, place -> new SdkWallet(setUp(), place))) {
      spendBefore(scene.place(), scopeOf(mishap), tightest(mishap).subtract(money.cap()));
      mishap.happen(scene);
      Duration took = Duration.ofNanos(Machine.nanoTime() - begin);
      Duration shortest = shortestWindow();
      if (shortest != null && took.compareTo(shortest) >= 0) {
        return notTried(
            mishap.title(),
            "it took %d s, and a limit of yours has room again after %d s"
                .formatted(took.toSeconds(), shortest.toSeconds()));
      }
      return judged(mishap, money, scene.verdict());
    }
  }

  private @Nullable Duration shortestWindow() {
    return limits.stream()
        .map(SpendLimit::window)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Scene scene(Mishap mishap, Money money, Wallet.Opener opener) {
    Scene scene = new Scene(mishap, opener, asked.dataSource, scratch.book(), money, null);
    synchronized (scenes) {
      scenes.add(scene);
      if (!over) return scene;
    }
    // Nobody waits for the mishap any more, and the rows may be gone already.
    scene.stop();
    return scene;
  }

  private @Nullable SpendScope scopeOf(Mishap mishap) {
    return leavesTheScope(mishap) ? null : asked.scope;
  }

  private void spendBefore(Place place, @Nullable SpendScope scope, BigDecimal usd) {
    if (usd.signum() == 0) return;
    try (SpendLedger ledger = ledger(place.database().dataSource(), place.book())) {
      LedgerGuard guard = ledger.guard(asked.limits);
      SpendGuard.Purchase purchase =
          new SpendGuard.Purchase(
              UUID.randomUUID().toString(),
              "verify",
              "before",
              1,
              Operation.CREATE_LOAD,
              null,
              null,
              null,
              null,
              scope,
              new SpendGuard.Quote(usd, null),
              Duration.ofMinutes(1));
      SpendGuard.Decision decision = guard.reserve(purchase).toCompletableFuture().join();
      if (!(decision instanceof SpendGuard.Reservation reservation)) {
        throw new IllegalStateException("the ledger refuses an amount within its limits");
      }
      SpendGuard.Outcome charged = new SpendGuard.Outcome(Charge.Kind.CHARGED, null, null);
      Charge unused = guard.complete(reservation, charged).toCompletableFuture().join();
    }
  }

  private Row judged(Mishap mishap, Money money, Scene.Verdict verdict) {
    String seen =
        "%s of %s USD taken, %d refused, %d unknown"
            .formatted(usd(verdict.taken()), usd(money.cap()), verdict.refused(), verdict.open());
    BigDecimal announced = mishap.announced(money);
    if (!verdict.isWithin(announced)) {
      List<String> wrong = new ArrayList<>(verdict.broken());
      if (verdict.over().compareTo(announced) > 0) {
        wrong.add(usd(verdict.over()) + " USD were taken over the limit");
      }
      if (verdict.twice() > 0) wrong.add(verdict.twice() + " orders were paid twice");
      if (verdict.untold().compareTo(announced) > 0) {
        wrong.add("callers were told " + usd(verdict.untold()) + " USD wrongly");
      }
      return new Row(
          mishap.title(),
          Outcome.FAILED,
          seen + ": " + String.join("; ", wrong),
          adviceFor(mishap));
    }
    boolean isReached = verdict.most().compareTo(money.cap().subtract(money.higher())) > 0;
    if (!isReached) {
      String first = verdict.failures().isEmpty() ? "" : "; first: " + verdict.failures().get(0);
      return new Row(
          mishap.title(),
          Outcome.FAILED,
          seen + ": the limit was not reached, because calls failed" + first,
          "see why they fail; a pool that is too small, or a rights that is missing, looks like"
              + " this");
    }
    if (verdict.over().signum() > 0) {
      seen +=
          "; %s USD over the limit: a price that rises counts from the next reading"
              .formatted(usd(verdict.over()));
    }
    return passed(mishap.title(), seen);
  }

  private static String adviceFor(Mishap mishap) {
    if (mishap == Mishaps.OWN_NAME) {
      return "give the client limits, not only the scopes of its callers: who names himself has the"
          + " whole limit of each name";
    }
    if (mishap.window() != null) {
      return "leave the time to the database: set no clock of the application on the ledger";
    }
    return "refuse what the limits refuse: no reportOnly() on the guard. All instances need one"
        + " database, and nothing between it and the ledger may answer from a replica or a cache";
  }

  // What only the user can tell.

  private Row others(@Nullable String why) throws InterruptedException {
    if (asked.others.isEmpty()) {
      return notTried(OTHERS, "name who else spends from your balance with alsoSpends(...)");
    }
    if (why != null) return notTried(OTHERS, why);
    List<String> wrong = new ArrayList<>();
    List<String> todo = new ArrayList<>();
    for (Other other : asked.others) {
      try {
        Boolean unused = Bounded.call(() -> spendBeside(other, wrong, todo));
      } catch (Bounded.Failure e) {
        return notTried(
            OTHERS, "%s could not be played: %s".formatted(other.who(), e.getMessage()));
      }
    }
    if (wrong.isEmpty()) return passed(OTHERS, "within the limits of " + asked.name);
    return new Row(OTHERS, Outcome.FAILED, String.join("; ", wrong), String.join("; ", todo));
  }

  private boolean spendBeside(Other other, List<String> wrong, List<String> todo) {
    boolean sameDatabase = other.dataSource() == asked.dataSource;
    boolean sameLedger = sameDatabase && other.name().equals(asked.name);
    Mishap beside = new Beside(other.who());
    Money money = money(beside);
    try (Scene scene = scene(beside, money, place -> new SdkWallet(setUp(), place))) {
      String book = scene.place().book();
      spendBefore(scene.place(), asked.scope, tightest().subtract(money.cap()));
      scene.spend(scene.open(scene.place()), money.room());
      String otherBook = sameLedger ? book : scratch.book();
      scratch.isUsedIn(other.dataSource());
      DataSource theirPool = scene.lineTo(other.dataSource()).dataSource();
      SdkWallet.SetUp theirs =
          new SdkWallet.SetUp(
              place -> ledger(theirPool, otherBook),
              place -> other.limits(),
              null,
              place -> asked.builder(),
              asked.guard::apply);
      try (Wallet wallet = new SdkWallet(theirs, scene.place())) {
        scene.spend(wallet, money.tenths(3));
      }
      BigDecimal over = scene.verdict().over();
      if (over.signum() == 0) return true;
      wrong.add("%s spent %s USD over the limit".formatted(other.who(), usd(over)));
      todo.add(
          sameLedger
              ? "a limit binds the calls that bring it: give %s the same SpendLimits as %s"
                  .formatted(other.who(), asked.name)
              : "%s has a ledger of its own (%s%s), and one balance needs one: open \"%s\" there too, with the same SpendLimits"
                  .formatted(
                      other.who(),
                      other.name(),
                      sameDatabase ? "" : " in another pool",
                      asked.name));
      return false;
    }
  }

  private record Beside(String title) implements Mishap {
    @Override
    public void happen(Scene scene) {}
  }

  private Row queue(@Nullable String why) throws InterruptedException {
    if (asked.create == null) {
      return notTried(QUEUE, "give the function that creates the load of an order: create(...)");
    }
    if (why != null) return notTried(QUEUE, why);
    Mishap twice = new Beside(QUEUE);
    Money money = money(twice);
    if (money.room() < 2) return notTried(QUEUE, "the limit has no room for two loads");
    try (Scene scene = scene(twice, money, place -> new SdkWallet(setUp(), place))) {
      return Bounded.call(() -> deliverTwice(scene, Objects.requireNonNull(asked.create)));
    } catch (Bounded.Failure e) {
      return notTried(QUEUE, e.getMessage());
    }
  }

  private Row deliverTwice(Scene scene, Verification.Create create) {
    Wallet.Order order = scene.order();
    Verification.Order delivered =
        new Verification.Order(order.reference(), SdkWallet.input(order));
    // The first delivery pays and never hears so.
    scene.service().faults().always(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    String failure = "it returned without a load";
    for (int delivery = 1; delivery <= 2; delivery++) {
      SdkWallet instance = (SdkWallet) scene.open(scene.place());
      try {
        create.create(instance.client(), delivered);
      } catch (Exception e) {
        failure = Bounded.textOf(e);
      }
      scene.service().faults().clear();
    }
    BigDecimal taken = scene.verdict().taken();
    if (taken.signum() == 0) return notTried(QUEUE, "your function created no load: " + failure);
    if (taken.compareTo(asked.price) == 0) {
      return passed(QUEUE, usd(taken) + " USD taken for two deliveries");
    }
    return new Row(
        QUEUE,
        Outcome.FAILED,
        "%s USD taken for an order that costs %s USD".formatted(usd(taken), usd(asked.price)),
        "derive the key from the order, so that each delivery has the same:"
            + " CallOptions.builder().idempotencyKey(IdempotencyKeys.derivedFrom(\"orders\", reference))");
  }

  private Row requestTimeout() {
    Duration timeout = asked.requestTimeout;
    if (timeout == null) {
      return notTried(REQUEST, "tell after how long with requestTimeout(...)");
    }
    Duration seenLongest = Objects.requireNonNull(longest.get());
    if (seenLongest.isZero()) return notTried(REQUEST, "no call was made");
    // What was left of it when the ledger was asked.
    Duration deadline = Duration.ofSeconds(seenLongest.plusMillis(999).toSeconds());
    String seen =
        "a call takes %d s at most, the web server gives up after %d s"
            .formatted(deadline.toSeconds(), timeout.toSeconds());
    if (deadline.compareTo(timeout) <= 0) return passed(REQUEST, seen);
    return new Row(
        REQUEST,
        Outcome.FAILED,
        seen + ": the user sees an error for a load that is paid for afterwards",
        "set deadline(...) of the client, or freight.deadline, to less than %d s"
            .formatted(timeout.toSeconds()));
  }

  private static Row passed(String mishap, String seen) {
    return new Row(mishap, Outcome.PASSED, seen, "");
  }

  private static Row notTried(String mishap, String why) {
    return new Row(mishap, Outcome.NOT_TRIED, why, "");
  }

  private static String usd(BigDecimal amount) {
    return amount.setScale(Math.max(2, amount.stripTrailingZeros().scale())).toPlainString();
  }
}
