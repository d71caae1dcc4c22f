package io.freightsdk.outbox;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.outbox.Booking.State;
import java.io.IOException;
import java.io.Serial;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Load creations that are stored with the order before they are sent. A crash at any step leaves a
 * row that is sent again without paying again: the service knows its idempotency key for 24 hours
 * and its {@code customerRef} for ever.
 *
 * <pre>{@code
 * Outbox outbox = Outbox.of(dataSource, client);
 * outbox.book(transaction, "PO-7731", input);   // with your INSERT of the order
 * AutoCloseable sender = outbox.start(Duration.ofSeconds(2));
 * }</pre>
 *
 * <p>Any number of processes may send from one table. Supports PostgreSQL, MariaDB, MySQL and H2.
 * Safe for concurrent use.
 */
public final class Outbox {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.outbox");
  private static final int ROUND = 100;
  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  private final JsonAdapter<CreateLoadInput> json = FreightJson.adapter(CreateLoadInput.class);
  private final FreightClient client;
  private final DataSource bookings;
  private final Table table;
  private final Duration lease;
  private final Clock clock;
  private final Function<String, ScheduledExecutorService> threads;
  private final Function<String, ? extends SpendGuard.Scope> scopes;
  private final List<Consumer<Booking>> listeners;

  private Outbox(Builder builder) {
    this.client = builder.client;
    this.bookings = builder.bookings;
    this.table = new Table(builder.dataSource, builder.name);
    this.lease = builder.lease;
    this.clock = builder.clock;
    this.threads = builder.threads;
    this.scopes = builder.scopes;
    this.listeners = List.copyOf(builder.listeners);
    if (builder.creates) table.create();
    table.check();
  }

  /** An outbox in this database; its table is created if it is missing. */
  public static Outbox of(DataSource dataSource, FreightClient client) {
    return builder(dataSource, client).build();
  }

  public static Builder builder(DataSource dataSource, FreightClient client) {
    return new Builder(dataSource, client);
  }

  /** The client that it sends with. */
  public FreightClient client() {
    return client;
  }

  // --- book ---

  /**
   * Stores a creation on a connection of its own, or in the transaction that the {@link
   * Builder#bookings} take part in.
   */
  public Booking book(String reference, CreateLoadInput input) {
    return book(reference, input, null);
  }

  /**
   * Stores a creation that is paid in the scope of a customer.
   *
   * @param customer what {@link Builder#scopes} makes a scope of, not blank; null for none
   */
  public Booking book(String reference, CreateLoadInput input, @Nullable String customer) {
    return Table.run(
        bookings, connection -> stored(connection, reference, input, customer).booking());
  }

  /**
   * Stores a creation in your transaction, with the order: both are stored, or neither. It is sent
   * after the commit, with the reference as its {@code customerRef}. A reference that is stored
   * with the same content is left as it is; one that was {@link State#REFUSED} gets the new
   * content. Which customer pays is a part of the content.
   *
   * @throws IllegalArgumentException if the reference is open or booked with other content
   */
  public Booking book(Connection transaction, String reference, CreateLoadInput input)
      throws SQLException {
    Objects.requireNonNull(transaction, "transaction");
    return stored(transaction, reference, input, null).booking();
  }

  private Table.Row stored(
      Connection connection, String reference, CreateLoadInput wish, @Nullable String customer)
      throws SQLException {
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(wish, "input");
    if (customer != null && customer.isBlank()) {
      throw new IllegalArgumentException(
          "outbox: the customer of " + reference + " is blank; name one, or give null for none");
    }
    CreateLoadInput input = wish.toBuilder().customerRef(reference).build();
    String text = json.toJson(input);
    Instant now = clock.instant();
    Table.Row known = table.find(connection, reference);
    if (known == null) {
      try {
        table.add(connection, reference, customer, text, newKey(), now);
      } catch (SQLException e) {
        // Somebody else was quicker; a transaction is broken by it in some databases.
        known = connection.getAutoCommit() ? table.find(connection, reference) : null;
        if (known == null) throw e;
      }
    }
    if (known != null && known.isCorrectedBy(text, customer)) {
      known =
          table.replace(connection, reference, customer, text, newKey(), now)
              ? null
              : correctedByAnother(connection, reference, text, customer);
    }
    if (known == null) known = Objects.requireNonNull(table.find(connection, reference));
    if (known.holds(text, customer)) return known;
    String other = known.input().equals(text) ? "for another customer" : "with other content";
    throw new IllegalArgumentException(
        "outbox: " + reference + " is stored " + other + "; give it another reference");
  }

  private Table.Row correctedByAnother(
      Connection connection, String reference, String text, @Nullable String customer)
      throws SQLException {
    Table.Row latest = table.latest(connection, reference);
    if (latest != null && !latest.isCorrectedBy(text, customer)) return latest;
    throw new SQLException(
        reference + " was changed by somebody else at the same moment; repeat the transaction",
        "40001");
  }

  /** One key is for one body, so an order with other content has another one. */
  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  // --- look ---

  /** What became of a creation; null if none is stored. */
  public @Nullable Booking find(String reference) {
    Objects.requireNonNull(reference, "reference");
    Table.Row row = table.find(reference);
    return row == null ? null : row.booking();
  }

  /** The oldest creations in a state. */
  public List<Booking> list(State state, int atMost) {
    return list(state, null, atMost);
  }

  /**
   * A page of the creations in a state, those first that were stored first.
   *
   * @param after the last one of the page before, which need not be in this state any more; null
   *     for the first page
   */
  public List<Booking> list(State state, @Nullable Booking after, int atMost) {
    Objects.requireNonNull(state, "state");
    return table.list(state, after, atMost);
  }

  /**
   * The creations that have no load yet, in numbers.
   *
   * @param open how many are {@link State#OPEN}: they are sent until they are something else
   * @param refused how many are {@link State#REFUSED}: a person books them with other content
   * @param oldestStoredAt when the oldest one that is open was stored first; null if none is open
   */
  public record Waiting(long open, long refused, @Nullable Instant oldestStoredAt) {}

  /**
   * How many creations have no load, and since when: one statement that reads an index, and none of
   * those that have their load.
   */
  public Waiting waiting() {
    return table.waiting();
  }

  // --- send ---

  /**
   * One round: sends the creations that are due, one after the other, and tells the listeners what
   * became of those that they have not been told; of both at most 100.
   *
   * @return how many have their load now
   */
  public int send() {
    int booked = sendDue();
    tellUntold(new AtomicBoolean());
    return booked;
  }

  int sendDue() {
    return sendDue(new AtomicBoolean());
  }

  /**
   * @param closed once it is set, no further creation is sent
   */
  private int sendDue(AtomicBoolean closed) {
    int booked = 0;
    for (String reference : table.due(clock.instant(), ROUND)) {
      if (closed.get()) break;
      Sent sent = attempt(reference);
      if (sent == Sent.BOOKED) booked++;
      // The others stay as they are, and are tried one at a time.
      if (sent == Sent.FAILED_AS_ALL) break;
    }
    return booked;
  }

  /**
   * Sends one creation now, if it is open and nobody else sends it, and tells the listeners what
   * became of it.
   *
   * @return what became of it
   * @throws IllegalArgumentException if none of this reference is stored, or not committed
   */
  public Booking send(String reference) {
    Objects.requireNonNull(reference, "reference");
    attempt(reference);
    tell(reference);
    Booking booking = find(reference);
    if (booking != null) return booking;
    throw new IllegalArgumentException("outbox: no creation of " + reference + " is committed");
  }

  /**
   * Sends what is due, again and again, on a thread of its own, and tells the listeners on another,
   * so that one that takes long does not stop the orders. Closing begins nothing more, waits 10
   * seconds for the creation that is being sent and for the listener that is being told, and then
   * interrupts them.
   *
   * @param every how long it pauses after each round
   */
  public AutoCloseable start(Duration every) {
    Objects.requireNonNull(every, "every");
    AtomicBoolean closed = new AtomicBoolean();
    List<ScheduledExecutorService> running = new ArrayList<>();
    running.add(started("send", () -> sendDue(closed), every));
    if (!listeners.isEmpty()) running.add(started("tell", () -> tellUntold(closed), every));
    return () -> {
      closed.set(true);
      end(running);
    };
  }

  private ScheduledExecutorService started(String what, Runnable step, Duration every) {
    ScheduledExecutorService thread = threads.apply("freight-outbox-" + what);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            () -> round(what, step), 0, every.toMillis(), TimeUnit.MILLISECONDS);
    return thread;
  }

  private static void end(List<ScheduledExecutorService> running) throws InterruptedException {
    running.forEach(ScheduledExecutorService::shutdown);
    for (ScheduledExecutorService thread : running) {
      if (!thread.awaitTermination(10, TimeUnit.SECONDS)) thread.shutdownNow();
    }
  }

  private static ScheduledExecutorService daemon(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread made = new Thread(task, name);
          made.setDaemon(true);
          return made;
        });
  }

  private static void round(String what, Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      LOG.log(
          System.Logger.Level.WARNING, "the outbox cannot " + what + " what is due; it goes on", e);
    }
  }

  /** How one creation ended; the others of the round follow it, or wait for the next one. */
  private enum Sent {
    BOOKED,
    FAILED,
    FAILED_AS_ALL
  }

  /** Why one creation cannot be sent; what its cause says may quote the row. */
  private static final class NotSent extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    NotSent(String what, Throwable thrown, boolean quotesTheRow) {
      super(what + ": " + thrown.getClass().getName(), quotesTheRow ? null : thrown);
    }
  }

  /** Null if it was not ours to send. */
  private @Nullable Sent attempt(String reference) {
    Instant now = clock.instant();
    Table.Row row = table.claim(reference, now, now.plus(lease));
    if (row == null) return null;
    try {
      return send(row);
    } catch (RuntimeException | Error thrown) {
      if (!isPutOff(row, thrown)) throw thrown;
      return Sent.FAILED;
    }
  }

  private Sent send(Table.Row row) {
    String reference = row.booking().reference();
    CreateLoadInput input = input(row);
    CallOptions.Builder options = options(row);
    try {
      CreateLoadOutcome load = client.createLoad(input, options.idempotencyKey(row.key()).build());
      table.booked(reference, load.loadNumber(), load.trackingLink(), toTell());
      return Sent.BOOKED;
    } catch (FreightException failed) {
      Instant due = Backoff.next(failed, row.booking().attempts(), clock.instant());
      if (due != null) {
        table.failed(reference, failed.getMessage(), failed.nextStep(), due);
      } else {
        table.refused(reference, failed.getMessage(), failed.nextStep(), toTell());
        LOG.log(
            System.Logger.Level.WARNING,
            "outbox: {0} is refused until it is booked with other content: {1}",
            reference,
            failed.getMessage());
      }
      return Backoff.isOfAll(failed) ? Sent.FAILED_AS_ALL : Sent.FAILED;
    }
  }

  /**
   * What is thrown for one row is of this row, unless the database is gone, which cannot store it.
   */
  private boolean isPutOff(Table.Row row, Throwable thrown) {
    String reference = row.booking().reference();
    // Of what may fail here only the table may fail after a call.
    NextStep step =
        thrown instanceof OutboxException ? NextStep.RETRY_WITH_SAME_KEY : NextStep.FIX_SETUP;
    String why = thrown instanceof NotSent ? thrown.getMessage() : thrown.getClass().getName();
    String failure =
        "outbox: this order alone failed: " + why + "; the log of io.freightsdk.outbox says more";
    Instant due = Backoff.next(step, row.booking().attempts(), clock.instant());
    try {
      table.failed(reference, failure, step, Objects.requireNonNull(due));
    } catch (RuntimeException gone) {
      thrown.addSuppressed(gone);
      return false;
    }
    // Told once, and not at each attempt.
    if (!failure.equals(row.booking().failure())) {
      LOG.log(
          System.Logger.Level.WARNING,
          "outbox: " + reference + " failed: " + why + "; the others go on without it",
          thrown);
    }
    return true;
  }

  private CallOptions.Builder options(Table.Row row) {
    CallOptions.Builder options = CallOptions.builder();
    if (row.customer() == null) return options;
    try {
      return options.scope(scopes.apply(row.customer()));
    } catch (RuntimeException | Error thrown) {
      throw new NotSent("the scope of its customer cannot be made", thrown, false);
    }
  }

  private CreateLoadInput input(Table.Row row) {
    try {
      return Objects.requireNonNull(json.fromJson(row.input()));
    } catch (IOException | RuntimeException thrown) {
      throw new NotSent("its row cannot be read as a creation", thrown, true);
    }
  }

  // --- tell ---

  /** When the listeners are told of what becomes of a creation now; null without any. */
  private @Nullable Instant toTell() {
    return listeners.isEmpty() ? null : clock.instant();
  }

  private void tellUntold(AtomicBoolean closed) {
    if (listeners.isEmpty()) return;
    for (String reference : table.untold(clock.instant(), ROUND)) {
      if (closed.get()) return;
      tell(reference);
    }
  }

  /**
   * The row remembers that it was told, so that a process that dies in between, or a listener that
   * throws, only has it told again.
   */
  private void tell(String reference) {
    if (listeners.isEmpty()) return;
    Instant now = clock.instant();
    Instant until = now.plus(lease);
    Table.Row row = table.claimToTell(reference, now, until);
    if (row == null) return;
    boolean heard = true;
    for (Consumer<Booking> listener : listeners) heard &= tell(listener, row.booking());
    Instant again = heard ? null : clock.instant().plus(Backoff.grown(row.tells()));
    table.told(reference, until, again);
  }

  /** Whatever a listener does, the creation is stored, and the next one is told. */
  private static boolean tell(Consumer<Booking> listener, Booking booking) {
    try {
      listener.accept(booking);
      return true;
    } catch (Throwable e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "outbox: a listener failed; " + booking.reference() + " is told again",
          e);
      return false;
    }
  }

  /**
   * Deletes creations that were stored before a time, have their load, and were told.
   *
   * @return how many
   */
  public int purge(Instant before) {
    Objects.requireNonNull(before, "before");
    return table.purge(before);
  }

  /** Builds an {@link Outbox}. Not safe for concurrent use. */
  public static final class Builder {
    private final DataSource dataSource;
    private final FreightClient client;
    private DataSource bookings;
    private String name = "freight";
    private boolean creates = true;
    private Duration lease = Duration.ofMinutes(3);
    private Clock clock = Clock.systemUTC();
    private Function<String, ScheduledExecutorService> threads = Outbox::daemon;
    private final List<Consumer<Booking>> listeners = new ArrayList<>();
    private Function<String, ? extends SpendGuard.Scope> scopes =
        customer -> {
          throw new IllegalStateException("outbox: a customer is named, and no scopes are set");
        };

    private Builder(DataSource dataSource, FreightClient client) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
      this.client = Objects.requireNonNull(client, "client");
      this.bookings = dataSource;
    }

    /**
     * Whose outbox it is in the table, one for each broker: 1 to 64 visible ASCII characters.
     * Default {@code freight}.
     */
    public Builder name(String name) {
      Objects.requireNonNull(name, "name");
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "outbox: expected a name of 1 to 64 visible ASCII characters, got \"" + name + "\"");
      }
      this.name = name;
      return this;
    }

    /** The table must exist; the scripts are in this package's folder of the jar. */
    public Builder validate() {
      this.creates = false;
      return this;
    }

    /**
     * Where {@link #book(String, CreateLoadInput)} stores, if its connections take part in the
     * application's transactions. Sending must not: it uses the other one.
     */
    public Builder bookings(DataSource bookings) {
      this.bookings = Objects.requireNonNull(bookings, "bookings");
      return this;
    }

    /**
     * How long one sender may take before another one may send the same creation, and a listener
     * before it is told again; longer than the client's deadline. Two at once cost no second load.
     * Default 3 minutes.
     */
    public Builder lease(Duration lease) {
      this.lease = Objects.requireNonNull(lease, "lease");
      return this;
    }

    /** The time by which creations are due. Default: the system clock. */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /** Makes threads by their names, for tests that run the rounds themselves. */
    Builder threads(Function<String, ScheduledExecutorService> threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Adds a listener, which is told what became of a creation: that it has its load, or that it is
     * refused until it is booked with other content.
     *
     * <p>It is told once, by one of the processes that send, on a thread of its own (see {@link
     * Outbox#start}) or on that of the caller of {@code send}. If it throws, or the process dies
     * before it has returned, all listeners are told again, however long that takes: after 5 s, 10
     * s, ... 10 minutes, or when the {@linkplain #lease lease} has ended. So write what it is told
     * so that twice is the same as once. Give each process that sends from the table the same
     * listeners: where one without any sends, nobody is told.
     */
    public Builder listener(Consumer<Booking> listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Makes the scope, of the client's spend guard, of the customer that a creation was booked for.
     */
    public Builder scopes(Function<String, ? extends SpendGuard.Scope> scopes) {
      this.scopes = Objects.requireNonNull(scopes, "scopes");
      return this;
    }

    public Outbox build() {
      return new Outbox(this);
    }
  }
}
