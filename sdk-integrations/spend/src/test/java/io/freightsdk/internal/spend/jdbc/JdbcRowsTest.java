package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.State;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.MovableClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written comes back as it was, on every database. */
class JdbcRowsTest {
  private static final String EVERY_DATABASE = "io.freightsdk.internal.spend.jdbc.LedgerPlace#here";
  private static final long NOON = 1_772_452_800_123_456L;

  @TempDir Path folder;
  private final List<LedgerPlace.Opened> opened = new ArrayList<>();

  private DataSource database(LedgerPlace kind) throws Exception {
    LedgerPlace.Opened database = kind.open(folder);
    opened.add(database);
    return database.source();
  }

  private JdbcStorage storage(LedgerPlace kind) throws Exception {
    return JdbcStorage.open(
        database(kind),
        "acme",
        SchemaMode.CREATE,
        Clock.fixed(Instant.ofEpochSecond(0).plusNanos(NOON * 1000), ZoneOffset.UTC));
  }

  @AfterEach
  void close() throws Exception {
    for (LedgerPlace.Opened database : opened) database.close();
  }

  private static void change(Storage storage, Consumer<Rows> work) {
    Rows unused =
        storage.change(
            rows -> {
              work.accept(rows);
              return rows;
            });
  }

  /** In some zones these local times do not exist, or twice. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void timesOfTheNightsInWhichClocksChangeComeBack(LedgerPlace kind) throws Exception {
    Storage storage = storage(kind);
    List<Reservation> written = new ArrayList<>();
    for (String time :
        List.of(
            "2026-03-08T02:30:00.000001Z",
            "2026-03-29T02:59:59.999999Z",
            "2026-10-25T02:30:00Z",
            "2026-11-01T01:30:00.5Z",
            "2026-11-01T02:00:00Z")) {
      long at = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
      written.add(
          new Reservation(
              time, "call", "client", 1, at, at + 1, State.EXPIRED, at + 1, null, null, null));
    }
    change(storage, rows -> written.forEach(rows::put));
    assertThat(storage.<List<Reservation>>look(rows -> rows.find("call", List.of()).reservations()))
        .containsExactlyInAnyOrderElementsOf(written);
  }

  private static Entry purchase(long id, String name, @Nullable String load, Charge.Kind outcome) {
    return new Entry(
        id,
        name,
        "account",
        "load_create",
        "dk1-Key",
        "PO-77 ä",
        NOON - 5,
        "client/acme client/run_1",
        NOON + 7,
        outcome == Charge.Kind.NONE ? 0 : NOON + 1,
        outcome,
        650_000_001L,
        1_300_000_000L,
        false,
        0,
        load,
        "request-1",
        null,
        null);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void linesOfEveryKindComeBackAsTheyWereWritten(LedgerPlace kind) throws Exception {
    Storage storage = storage(kind);
    Entry unknown = purchase(1, "account dk1-Key", "LD-6", Charge.Kind.UNKNOWN);
    Line adjustment = new Line.Adjustment(2, "a1", NOON + 1, -25_000_000_000L, "ann", "top-up '1'");
    Line settlement =
        new Line.Settlement(
            3,
            "s1",
            NOON + 2,
            1,
            "account",
            "load_create",
            "dk1-Key",
            "PO-77 ä",
            "LD-6",
            "client/acme client/run_1",
            true,
            650_000_000L,
            "ann",
            "the invoice");
    Line comparison =
        new Line.Comparison(
            4,
            "c1",
            NOON + 3,
            10_000_000_000L,
            12_000_000_000L,
            1,
            2_000_000_000L,
            -3,
            4,
            5,
            true,
            "a price changed");
    List<Line> all = List.of(unknown, adjustment, settlement, comparison);
    change(
        storage,
        rows -> {
          for (Line line : all) {
            assertThat(rows.nextId()).isEqualTo(line.id());
            rows.put(line);
          }
        });
    assertThat(storage.<List<Line>>look(rows -> rows.lines(Filter.ALL, 0, 10))).isEqualTo(all);
    for (Line line : all) {
      assertThat(storage.<Line>look(rows -> rows.line(line.id()))).isEqualTo(line);
      assertThat(storage.<Line>look(rows -> rows.line(line.name()))).isEqualTo(line);
    }
    Entry charged = purchase(1, "account dk1-Key", "LD-7", Charge.Kind.CHARGED);
    change(storage, rows -> rows.put(charged));
    assertThat(storage.<Line>look(rows -> rows.line(1))).isEqualTo(charged);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void filtersTakeTheSameLinesAsTheRuleSays(LedgerPlace kind) throws Exception {
    Storage storage = storage(kind);
    List<Line> all = new ArrayList<>();
    String[] scopes = {
      "client",
      "client/acme",
      "client/acme/run",
      "client/acme1",
      "client/acMe",
      "client/a_me",
      "client/acme client/b%c",
      "x/client/acme"
    };
    change(
        storage,
        rows -> {
          for (String scope : scopes) {
            for (Charge.Kind outcome : Charge.Kind.values()) {
              Entry some = purchase(rows.nextId(), scope + outcome, "LD-" + scope, outcome);
              Entry entry =
                  new Entry(
                      some.id(),
                      some.name(),
                      some.account(),
                      outcome == Charge.Kind.NONE ? "load_position" : some.operation(),
                      some.key(),
                      some.customerRef(),
                      NOON + some.id(),
                      scope,
                      some.countsAt(),
                      some.saidAt(),
                      outcome,
                      some.lowest(),
                      some.most(),
                      some.id() % 4 == 0,
                      some.id() % 4 == 0 ? 1_700_000_000L : 0,
                      some.loadNumber(),
                      null,
                      null,
                      null);
              all.add(entry);
              rows.put(entry);
            }
          }
          all.add(new Line.Adjustment(rows.nextId(), "a", NOON + 9, 1, "ann", "why"));
          all.add(
              new Line.Settlement(
                  rows.nextId(),
                  "s",
                  NOON + 9,
                  1,
                  "account",
                  "load_create",
                  null,
                  null,
                  "LD-client",
                  "client/acme",
                  false,
                  0,
                  "ann",
                  "why"));
          all.add(
              new Line.Comparison(rows.nextId(), "c", NOON + 9, 1, 1, 0, 0, 0, 0, 0, false, ""));
          rows.put(all.get(all.size() - 3));
          rows.put(all.get(all.size() - 2));
          rows.put(all.get(all.size() - 1));
        });
    List<Filter> filters = new ArrayList<>(List.of(Filter.ALL));
    for (String scope : String.join(" ", scopes).split(" ")) {
      filters.add(new Filter(null, null, null, scope, null, null, false, false));
      filters.add(new Filter("load_create", null, null, scope, null, null, true, false));
    }
    filters.add(new Filter("load_create", null, null, null, null, null, false, false));
    filters.add(new Filter(null, "LD-client", null, null, null, null, false, false));
    filters.add(new Filter(null, null, "PO-77 ä", null, null, null, false, false));
    filters.add(new Filter(null, null, "po-77 ä", null, null, null, false, false));
    filters.add(new Filter(null, null, null, null, NOON + 4, NOON + 9, false, false));
    filters.add(new Filter(null, null, null, null, null, NOON + 10, true, false));
    filters.add(new Filter(null, null, null, null, null, null, false, true));
    filters.add(new Filter(null, null, null, null, null, null, true, false));
    for (Filter filter : filters) {
      List<Line> taken = all.stream().filter(filter::takes).toList();
      assertThat(storage.<List<Line>>look(rows -> rows.lines(filter, 0, 100)))
          .as("%s", filter)
          .isEqualTo(taken);
      List<Line> some = taken.stream().filter(line -> line.id() > 5).limit(3).toList();
      assertThat(storage.<List<Line>>look(rows -> rows.lines(filter, 5, 3))).isEqualTo(some);
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void reservationsSumsAndMemoryComeBackAndAreReplaced(LedgerPlace kind) throws Exception {
    Storage storage = storage(kind);
    Reservation pending =
        new Reservation(
            "r1",
            "account dk1-Key",
            "client/acme",
            650_000_000L,
            NOON,
            NOON + 90,
            State.PENDING,
            0,
            null,
            null,
            null);
    Reservation unknown =
        new Reservation(
            "r1",
            "account dk1-Key",
            "client/acme",
            650_000_000L,
            NOON,
            NOON + 90,
            State.UNKNOWN,
            NOON + 5,
            true,
            "LD-1",
            "request-1");
    Sum held = new Sum("client/acme", Sum.Kind.HELD, 0);
    Sum minute = new Sum("client/acme", Sum.Kind.MINUTE, 60_000_000);
    Sum other = new Sum("client/acMe", Sum.Kind.MINUTE, 60_000_000);
    List<Sum.Range> ranges =
        List.of(
            new Sum.Range("client/acme", Sum.Kind.HELD, 0, 1),
            new Sum.Range("client/acme", Sum.Kind.MINUTE, 0, 60_000_001),
            new Sum.Range("client/acme", Sum.Kind.MINUTE, 0, 70_000_000));
    change(
        storage,
        rows -> {
          rows.put(pending);
          rows.add(Map.of(held, 650_000_000L, minute, 5L, other, 7L));
          assertThat(rows.find("account dk1-Key", ranges).reservations()).containsExactly(pending);
          assertThat(rows.sums(ranges)).isEqualTo(Map.of(held, 650_000_000L, minute, 5L));
          rows.add(Map.of(held, -650_000_000L, minute, 1L));
          rows.put(new Memory("Order 1", "{\"a\":\"ä\"}", NOON + 60));
          rows.put(new Memory("order 1", "other", NOON + 60));
        });
    change(
        storage,
        rows -> {
          Rows.Found found = rows.find("account dk1-Key", ranges);
          assertThat(found.entry()).isNull();
          assertThat(found.reservations()).containsExactly(pending);
          assertThat(found.sums()).containsEntry(minute, 6L);
          assertThat(found.sums().getOrDefault(held, 0L)).isZero();
          rows.put(unknown);
          rows.put(new Memory("Order 1", "later", NOON + 70));
          rows.forget("order 1");
        });
    assertThat(
            storage
                .<Rows.Found>look(rows -> rows.find("account dk1-Key", List.of()))
                .reservations())
        .containsExactly(unknown);
    assertThat(storage.<Memory>look(rows -> rows.memory("Order 1")))
        .isEqualTo(new Memory("Order 1", "later", NOON + 70));
    assertThat(storage.<List<Memory>>look(rows -> rows.memories("Ord"))).hasSize(1);
    assertThat(storage.<List<Memory>>look(rows -> rows.memories("ord"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void theHeadComesBackAndNumbersGoOn(LedgerPlace kind) throws Exception {
    DataSource database = database(kind);
    MovableClock clock = new MovableClock();
    clock.set(Instant.EPOCH.plus(NOON, ChronoUnit.MICROS));
    Storage storage = JdbcStorage.open(database, "acme", SchemaMode.CREATE, clock);
    Head head = new Head(3, 25_000_000_001L, NOON, NOON - 1, -7, NOON + 1, 41L, NOON - 2, NOON + 2);
    change(
        storage,
        rows -> {
          assertThat(rows.head()).isEqualTo(Head.begin(NOON));
          assertThat(rows.nextId()).isEqualTo(1);
          rows.put(head);
          assertThat(rows.head()).isEqualTo(head);
        });
    assertThat(storage.<Head>look(Rows::head)).isEqualTo(head);
    Storage other = JdbcStorage.open(database, "Acme", SchemaMode.VALIDATE, clock);
    assertThat(other.<Head>look(Rows::head)).isEqualTo(Head.begin(NOON));
    change(storage, rows -> assertThat(rows.nextId()).isEqualTo(2));
    assertThatThrownBy(() -> storage.look(Rows::nextId))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** Only a change that may find something looks for what has expired. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void whatExpiresFirstIsKnownWithoutLookingForIt(LedgerPlace kind) throws Exception {
    MovableClock clock = new MovableClock();
    clock.set(Instant.EPOCH.plus(NOON, ChronoUnit.MICROS));
    DataSource database = database(kind);
    Storage storage = JdbcStorage.open(database, "acme", SchemaMode.CREATE, clock);
    assertThat(firstExpiry(database)).isZero();
    for (int i : new int[] {20, 10, 30}) {
      change(storage, rows -> rows.put(reservation(NOON + i, State.PENDING)));
    }
    assertThat(firstExpiry(database)).isEqualTo(NOON + 10);

    change(storage, rows -> rows.put(reservation(NOON + 10, State.VOID)));
    assertThat(expired(storage)).isEmpty();
    assertThat(firstExpiry(database)).as("nobody has looked").isEqualTo(NOON + 10);
    clock.set(Instant.EPOCH.plus(NOON + 10, ChronoUnit.MICROS));
    assertThat(expired(storage)).isEmpty();
    assertThat(firstExpiry(database)).as("the next one").isEqualTo(NOON + 20);

    clock.set(Instant.EPOCH.plus(NOON + 30, ChronoUnit.MICROS));
    assertThat(expired(storage)).extracting(Reservation::expires).containsExactly(NOON + 20);
    assertThat(firstExpiry(database)).as("it was left for later").isEqualTo(NOON + 30);
    assertThat(expired(storage)).extracting(Reservation::expires).containsExactly(NOON + 30);
    assertThat(firstExpiry(database)).as("none is pending").isZero();
    change(storage, rows -> rows.put(reservation(NOON + 50, State.PENDING)));
    assertThat(firstExpiry(database)).isEqualTo(NOON + 50);
  }

  /** One at a time, as the rules deal with it. */
  private static List<Reservation> expired(Storage storage) {
    return storage.change(
        rows -> {
          List<Reservation> found = rows.expired(1);
          for (Reservation pending : found) rows.put(reservation(pending.expires(), State.EXPIRED));
          return found;
        });
  }

  private static Reservation reservation(long expires, State state) {
    long saidAt = state == State.PENDING ? 0 : expires;
    return new Reservation(
        "r" + expires, "call", "client", 1, NOON, expires, state, saidAt, null, null, null);
  }

  private static long firstExpiry(DataSource database) throws Exception {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT first_expiry_at FROM freight_book")) {
      assertThat(row.next()).isTrue();
      return new Values(Database.of(connection)).micros(row, 1);
    }
  }

  /** Changes of rows that no rule would make leave what they leave in memory. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void everyChangeLeavesWhatItLeavesInMemory(LedgerPlace kind) throws Exception {
    for (int program = 0; program < 3; program++) {
      MovableClock clock = new MovableClock();
      clock.set(Instant.EPOCH);
      // Began when nothing was known, as a ledger in a database.
      Storage expected = MemoryStorage.thatKeepsEverything(clock);
      Storage stored = JdbcStorage.open(database(kind), "acme", SchemaMode.CREATE, clock);
      clock.set(Instant.EPOCH.plus(NOON, ChronoUnit.MICROS));
      for (long seed = program * 1000L; seed < program * 1000L + 30; seed++) {
        RandomChanges.make(seed, expected);
        RandomChanges.make(seed, stored);
      }
      assertThat(read(stored)).as("program %d", program).isEqualTo(read(expected));
    }
  }

  /** No database stores a NUL in a text. */
  private static Map<String, String> read(Storage storage) {
    Map<String, String> all = new TreeMap<>();
    RandomChanges.read(storage)
        .forEach(
            (name, value) -> {
              Object ordered =
                  value instanceof Set<?> set
                      ? set.stream().map(String::valueOf).sorted().toList()
                      : value instanceof Map<?, ?> map ? new HashMap<>(map) : value;
              all.put(name, String.valueOf(ordered).replace("\0", ""));
            });
    return all;
  }
}
