package io.freightsdk.internal.verify;

import io.freightsdk.internal.verify.Wallet.Order;
import io.freightsdk.internal.verify.Wallet.Told;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One mishap with one kind of wallet: a service of its own, what the wallets share, and what was
 * told of each call.
 */
public final class Scene implements AutoCloseable {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Wallet.Opener opener;
  private final DataSource database;
  private final Money money;
  private final @Nullable MovedClock clock;
  private final InMemoryFreightServer service;
  private final Broker broker;
  private final Place place;
  private final AtomicInteger orders = new AtomicInteger();

  /** Orders that were told the load of another one. */
  private final AtomicInteger misled = new AtomicInteger();

  private final List<Told> told = Collections.synchronizedList(new ArrayList<>());
  private final List<String> broken = new CopyOnWriteArrayList<>();
  private final List<Wallet> open = new CopyOnWriteArrayList<>();
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;

  /**
   * @param book names what the wallets share in the database; nothing is in it
   * @param priceLife how long they believe a price that was read; null as they like
   * @param clock by which ledgers go; null for that of the database
   */
  public Scene(
      Mishap mishap,
      Wallet.Opener opener,
      DataSource database,
      String book,
      Money money,
      @Nullable Duration priceLife,
      @Nullable MovedClock clock) {
    this.opener = opener;
    this.database = database;
    this.money = money;
    this.clock = clock;
    this.service = InMemoryFreightServer.start();
    this.broker = service.createBroker(mishap.balanceUsd(money).toPlainString());
    service.price("load_create", money.price().toPlainString());
    this.place =
        new Place(
            service.baseUrl(),
            broker.agentKey(),
            line(),
            book,
            money,
            new Place.Hook(),
            priceLife,
            mishap.window(),
            null,
            null,
            null);
  }

  public InMemoryFreightServer service() {
    return service;
  }

  public Broker broker() {
    return broker;
  }

  public Place place() {
    return place;
  }

  public Money money() {
    return money;
  }

  /** By which its ledgers go; null if they go by that of the database. */
  public @Nullable MovedClock clock() {
    return clock;
  }

  public Wallet.Opener opener() {
    return opener;
  }

  /** Another way to the same database. */
  public Line line() {
    return lineTo(database);
  }

  /** A way to another database, which the scene cuts with its own. */
  public Line lineTo(DataSource other) {
    Line line = new Line(other);
    lines.add(line);
    if (stopped) line.end();
    return line;
  }

  /** Cuts everybody from the database for good, however far the mishap is. */
  public void stop() {
    stopped = true;
    lines.forEach(Line::end);
    lines.forEach(Line::awaitQuiet);
  }

  /** A wallet that the scene closes, if nobody did before. */
  public Wallet open(Place where) {
    Wallet wallet = opener.open(where);
    open.add(wallet);
    return wallet;
  }

  /** Ends a wallet as a process does that stops in order. */
  void close(Wallet wallet) {
    if (open.remove(wallet)) wallet.close();
  }

  public Order order() {
    return Order.number(orders.incrementAndGet());
  }

  /** Numbers of orders that nobody else takes; the first of them. */
  public int take(int count) {
    return orders.getAndAdd(count) + 1;
  }

  /** So many orders, one after the other. */
  public void spend(Wallet wallet, int count) {
    for (int i = 0; i < count; i++) create(wallet, order());
  }

  public void create(Wallet wallet, Order order) {
    Told unused = ask(wallet, order);
  }

  /** What a wallet says of an order. */
  Told ask(Wallet wallet, Order order) {
    Told one = wallet.create(order);
    told.add(one);
    String load = one.loadNumber();
    if (load != null && !isOf(order, load)) misled.incrementAndGet();
    return one;
  }

  /** Each load is sent to the driver of its order. */
  private boolean isOf(Order order, String load) {
    return service.sms().to(order.driverPhone()).stream()
        .anyMatch(message -> message.loadNumber().equals(load));
  }

  /** What somebody says who does not spend through this scene. */
  public void hear(Collection<Told> others) {
    told.addAll(others);
  }

  /** Begins a call on a thread of its own. */
  CompletableFuture<Void> begin(Wallet wallet) {
    Order order = order();
    return begin(() -> create(wallet, order));
  }

  CompletableFuture<Void> begin(Runnable work) {
    Callable<Void> callable =
        () -> {
          work.run();
          return null;
        };
    return Machine.begin(callable);
  }

  public void duringNextPost(Runnable happens) {
    place.post().set(happens);
  }

  /** What was to happen during a post that never came does not happen. */
  void duringNoPost() {
    place.post().set(() -> {});
  }

  /** Runs all at the same time, each on a thread of its own. */
  void atOnce(List<Runnable> work) throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (Runnable each : work) all.add(begin(each));
    for (CompletableFuture<Void> each : all) {
      if (!Machine.ends(each, BOUND)) throw new IllegalStateException("calls take over a minute");
      each.get();
    }
  }

  public void until(BooleanSupplier holds) throws InterruptedException {
    if (Machine.until(holds, BOUND)) return;
    throw new IllegalStateException("nothing happened in a minute");
  }

  /** What must not be, beside the money, in words. */
  void broke(String what) {
    broken.add(what);
  }

  public Verdict verdict() {
    BigDecimal taken =
        broker.debits().stream()
            .map(entry -> entry.amountUsd().abs())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    List<Told> all;
    synchronized (told) {
      all = List.copyOf(told);
    }
    BigDecimal least = BigDecimal.ZERO;
    BigDecimal doubtful = BigDecimal.ZERO;
    for (Told each : all) {
      if (each.isOpen()) doubtful = doubtful.add(each.usd());
      else least = least.add(each.usd());
    }
    BigDecimal most = least.add(doubtful);
    BigDecimal untold = taken.subtract(most).max(least.subtract(taken)).max(BigDecimal.ZERO);
    long twice =
        service.sms().messages().stream()
            .collect(Collectors.groupingBy(message -> message.phone(), Collectors.counting()))
            .values()
            .stream()
            .filter(count -> count > 1)
            .count();
    List<String> wrong = new ArrayList<>(broken);
    if (misled.get() > 0) wrong.add(misled + " orders were told the load of another order");
    return new Verdict(
        taken,
        taken.subtract(money.cap()).max(BigDecimal.ZERO),
        twice,
        untold,
        most,
        doubtful,
        all.stream().filter(Told::isNothing).count(),
        all.stream().filter(Told::isOpen).count(),
        all.stream().map(Told::failure).filter(text -> text != null).distinct().toList(),
        List.copyOf(wrong));
  }

  /** Ends all wallets. What one of them still has to store it can store now. */
  public void closeWallets() {
    lines.forEach(Line::comeBack);
    open.forEach(this::close);
  }

  @Override
  public void close() {
    closeWallets();
    service.close();
  }

  /**
   * How it ended.
   *
   * @param taken by the service
   * @param over what the service took over the cap
   * @param twice orders that were paid for twice
   * @param untold by how much what was told differs from what was taken
   * @param most what was told in all, with what may have been taken
   * @param doubtful what was told that may have been taken
   * @param refused calls that were told to have cost nothing, because of the cap
   * @param open calls of which the wallet says that it does not know
   * @param failures in words, of calls that the cap did not refuse
   * @param broken what else must not be
   */
  public record Verdict(
      BigDecimal taken,
      BigDecimal over,
      long twice,
      BigDecimal untold,
      BigDecimal most,
      BigDecimal doubtful,
      long refused,
      long open,
      List<String> failures,
      List<String> broken) {

    /** As in a table: {@code +30, 3 twice, 15 wrong}; 0 if nothing of these. */
    public String text() {
      StringJoiner text = new StringJoiner(", ").setEmptyValue("0");
      if (over.signum() > 0) text.add("+" + usd(over));
      if (twice > 0) text.add(twice + " twice");
      if (untold.signum() > 0) text.add(usd(untold) + " wrong");
      return text.toString();
    }

    private static String usd(BigDecimal amount) {
      return amount.stripTrailingZeros().toPlainString();
    }

    /** Whether nothing happened but what a rise of the price explains. */
    public boolean isWithin(BigDecimal rise) {
      return over.compareTo(rise) <= 0
          && untold.compareTo(rise) <= 0
          && twice == 0
          && broken.isEmpty();
    }
  }
}
