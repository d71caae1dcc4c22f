package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import io.freightsdk.internal.ledger.memory.MemoryLedger;
import io.freightsdk.spend.SpendLimit;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written comes back as it was, on every database. */
class JdbcRowsTest {
  private static final String EVERY_DATABASE = "io.freightsdk.internal.ledger.LedgerPlace#here";
  private static final long NOON = 1_772_452_800_123_456L;
  private static final Clock CLOCK =
      Clock.fixed(Instant.EPOCH.plus(NOON, ChronoUnit.MICROS), ZoneOffset.UTC);

  @TempDir Path folder;
  private final List<LedgerPlace.Opened> opened = new ArrayList<>();

  private JdbcLedger ledger(LedgerPlace kind) throws Exception {
    LedgerPlace.Opened database = kind.open(folder);
    opened.add(database);
    JdbcLedger.createTables(database.source());
    return JdbcLedger.open(database.source(), "acme", CLOCK);
  }

  @AfterEach
  void close() throws Exception {
    for (LedgerPlace.Opened database : opened) database.close();
  }

  private static void change(LedgerStorage storage, Consumer<LedgerRows> work) {
    boolean unused =
        storage.change(
            rows -> {
              work.accept(rows);
              return true;
            });
  }

  private static @Nullable History historyOf(
      LedgerStorage storage, String reservationId, @Nullable String key) {
    return storage.read(rows -> rows.historyOf(reservationId, key));
  }

  /** In some zones these local times do not exist, or twice. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void timesOfTheNightsInWhichClocksChangeComeBack(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Reservation> written = new ArrayList<>();
    for (String time :
        List.of(
            "2026-03-08T02:30:00.000001Z",
            "2026-03-29T02:59:59.999999Z",
            "2026-10-25T02:30:00Z",
            "2026-11-01T01:30:00.5Z",
            "2026-11-01T02:00:00Z")) {
      long at = Micros.of(Instant.parse(time));
      written.add(
          new Reservation(time, 1, "client", 1, at, at + 1, ChargeState.CHARGED, at + 1, false));
    }
    change(storage, rows -> rows.put(null, entry(1, "client", ChargeState.CHARGED, null)));
    change(storage, rows -> written.forEach(rows::insert));
    assertThat(storage.<History>read(rows -> rows.history(1)).reservations())
        .containsExactlyInAnyOrderElementsOf(written);
  }

  private static Entry entry(long id, String scopes, ChargeState outcome, @Nullable String load) {
    return new Entry(
        id,
        id % 3 == 0 ? "getLoadPosition" : "createLoad",
        "Key-" + id,
        "PO-77 ä",
        load,
        "request-1",
        NOON + id,
        scopes,
        outcome,
        outcome == ChargeState.CHARGED ? 650_000_001L : 0,
        outcome == ChargeState.NONE ? 0 : 1_300_000_000L,
        NOON + 7 - id,
        id % 4 == 0 ? "ann" : null,
        id % 4 == 0 ? "the invoice '1'" : null);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void entriesOfEveryOutcomeComeBackAsTheyWereWritten(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Entry> all = new ArrayList<>();
    for (ChargeState outcome : ChargeState.values()) {
      Entry made = entry(all.size() + 1, "client/acme client/run_1", outcome, "LD-6");
      all.add(made);
      change(
          storage,
          rows -> {
            assertThat(rows.nextId()).isEqualTo(made.id());
            rows.put(null, made);
          });
    }
    assertThat(storage.<List<Entry>>read(rows -> rows.entries(Filter.ALL, 0, 10))).isEqualTo(all);
    for (Entry made : all) {
      History alone = new History(made, List.of());
      assertThat(storage.<History>read(rows -> rows.history(made.id()))).isEqualTo(alone);
      assertThat(historyOf(storage, "none", "Key-" + made.id())).isEqualTo(alone);
      assertThat(historyOf(storage, "none", "KEY-" + made.id())).isNull();
    }
    Entry before = all.get(0);
    Entry after = before.answered("LD-7", "request-2").settled("ben", "another").of(List.of());
    change(storage, rows -> rows.put(before, after));
    assertThat(storage.<History>read(rows -> rows.history(1)).entry()).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void filtersTakeWhatTheyTakeInMemory(LedgerPlace kind) throws Exception {
    List<LedgerStorage> both = List.of(ledger(kind), new MemoryLedger(CLOCK, 10_000));
    String[] scopes = {
      "client",
      "client/acme",
      "client/acme/run",
      "client/acme1",
      "client/acMe",
      "client/a_me",
      "client/acme client/b%c",
      "client/b/client/acme"
    };
    for (LedgerStorage storage : both) {
      change(
          storage,
          rows -> {
            for (String scope : scopes) {
              for (ChargeState outcome : ChargeState.values()) {
                rows.put(null, entry(rows.nextId(), scope, outcome, "LD-" + scope));
              }
            }
          });
    }
    List<Filter> filters = new ArrayList<>(List.of(Filter.ALL));
    for (String scope : String.join(" ", scopes).split(" ")) {
      filters.add(new Filter(null, null, null, scope, null, null, false));
      filters.add(new Filter("createLoad", null, null, scope, null, null, true));
    }
    filters.add(new Filter("createLoad", null, null, null, null, null, false));
    filters.add(new Filter(null, "LD-client", null, null, null, null, false));
    filters.add(new Filter(null, null, "PO-77 ä", null, null, null, false));
    filters.add(new Filter(null, null, "po-77 ä", null, null, null, false));
    filters.add(new Filter(null, null, "PO-77 ä ", null, null, null, false));
    filters.add(new Filter(null, null, null, null, NOON + 4, NOON + 9, false));
    filters.add(new Filter(null, null, null, null, null, NOON + 10, true));
    filters.add(new Filter(null, null, null, null, null, null, true));
    for (Filter filter : filters) {
      List<List<Entry>> found = new ArrayList<>();
      List<Totals> totals = new ArrayList<>();
      for (LedgerStorage storage : both) {
        found.add(storage.read(rows -> rows.entries(filter, 0, 100)));
        found.add(storage.read(rows -> rows.entries(filter, 5, 3)));
        totals.add(storage.read(rows -> rows.totals(filter)));
      }
      assertThat(found.subList(0, 2)).as("%s", filter).isEqualTo(found.subList(2, 4));
      assertThat(totals.get(0)).as("%s", filter).isEqualTo(totals.get(1));
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aReservationComesBackAndIsReplaced(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    Reservation running =
        new Reservation(
            "r1", 7, "client/acme", 650_000_000L, NOON, NOON + 90, ChargeState.RESERVED, 0, false);
    Reservation settled = running.settledAs(ChargeState.CHARGED, NOON + 5);
    Entry entry = entry(7, "client/acme", ChargeState.RESERVED, null);
    change(storage, rows -> rows.put(null, entry));
    change(storage, rows -> rows.insert(running));
    assertThat(historyOf(storage, "r1", null)).isEqualTo(new History(entry, List.of(running)));
    assertThat(historyOf(storage, "R1", null)).isNull();
    change(storage, rows -> rows.update(settled));
    assertThat(historyOf(storage, "r1", null)).isEqualTo(new History(entry, List.of(settled)));
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void theEntryOfAReservationComesBeforeTheNewestOfItsKey(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Entry> ofTheKey = new ArrayList<>();
    for (long id = 1; id <= 11; id++) ofTheKey.add(ofKey("key", id));
    Reservation reservation =
        new Reservation("r1", 2, "client", 1, NOON, NOON + 90, ChargeState.RESERVED, 0, false);
    change(storage, rows -> ofTheKey.forEach(entry -> rows.put(null, entry)));
    change(storage, rows -> rows.insert(reservation));
    assertThat(historyOf(storage, "none", "key"))
        .isEqualTo(new History(ofTheKey.get(10), List.of()));
    assertThat(historyOf(storage, "r1", "key"))
        .isEqualTo(new History(ofTheKey.get(1), List.of(reservation)));
  }

  private static Entry ofKey(String key, long id) {
    return new Entry(
        id,
        "createLoad",
        key,
        null,
        null,
        null,
        NOON,
        "client",
        ChargeState.RESERVED,
        0,
        1,
        NOON + 90,
        null,
        null);
  }

  /** Although what it writes is sent together. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aChangeReadsWhatItHasWritten(LedgerPlace kind) throws Exception {
    Entry first = entry(1, "client/acme", ChargeState.CHARGED, "LD-6");
    Entry second = entry(2, "client/acme", ChargeState.UNKNOWN, "LD-7");
    change(
        ledger(kind),
        rows -> {
          rows.put(null, first);
          assertThat(rows.entries(Filter.ALL, 0, 10)).containsExactly(first);
          rows.put(null, second);
          rows.delete(List.of(first));
          assertThat(rows.entries(Filter.ALL, 0, 10)).containsExactly(second);
          assertThat(rows.totals(Filter.ALL))
              .isEqualTo(new Totals(1_300_000_000, 1_300_000_000, 0));
        });
  }

  /** One ledger is one account: a key of another is another key. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aLedgerSeesNothingOfAnotherInItsDatabase(LedgerPlace kind) throws Exception {
    JdbcLedger acme = ledger(kind);
    JdbcLedger other = JdbcLedger.open(opened.get(0).source(), "other", CLOCK);
    List<SpendLimit> limits = List.of(Buyer.total("0.65"), Buyer.perHour("0.65"));
    ReservationRequest held = new Buyer(acme, limits).hold("0.65", "key");
    Comparison.Reading reading = new Comparison.Reading(1, NOON, NOON);
    change(acme, rows -> new LedgerRules(rows).compare("first", reading));

    assertThat(historyOf(other, held.id(), "key")).isNull();
    assertThat(other.<List<Long>>read(rows -> rows.counted(limits))).containsExactly(0L, 0L);
    assertThat(other.<Long>read(rows -> rows.firstCounted(limits.get(1)))).isNull();
    assertThat(other.<Comparison>read(LedgerRows::lastComparison)).isNull();
    assertThat(new Buyer(other, limits).totals()).isEqualTo(Totals.NOTHING);
    assertThat(new Buyer(other, limits).entries()).isEmpty();
    assertThat(new Buyer(other, limits).pay("0.65", "key")).isTrue();
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void numbersGoOnAndNamesOfLedgersDifferInCase(LedgerPlace kind) throws Exception {
    JdbcLedger acme = ledger(kind);
    change(acme, rows -> assertThat(rows.nextId()).isEqualTo(1));
    JdbcLedger other = JdbcLedger.open(opened.get(0).source(), "Acme", CLOCK);
    change(other, rows -> assertThat(rows.nextId()).isEqualTo(1));
    JdbcLedger again = JdbcLedger.open(opened.get(0).source(), "acme", CLOCK);
    change(again, rows -> assertThat(rows.nextId()).isEqualTo(2));
    assertThatThrownBy(() -> acme.read(LedgerRows::nextId))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
