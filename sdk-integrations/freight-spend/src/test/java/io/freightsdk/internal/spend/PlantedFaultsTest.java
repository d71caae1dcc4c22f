package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are compiled into the rules of money, and found by the model or by a scenario. */
class PlantedFaultsTest {
  private static final String SOURCES =
      "sdk-integrations/freight-spend/src/main/java/io/freightsdk/internal/spend/";
  private static final long PROGRAMS = 40_000;
  private static final String MODEL = "the model";
  private static final String LEDGER = "io.freightsdk.spend.MemoryLedgerTest#";
  private static final String GUARD = "io.freightsdk.spend.LedgerGuardTest#";
  private static final String BALANCE = "a balance of the kind ";
  private static final String TABLE = "io.freightsdk.internal.spend.IntervalTest#";

  /**
   * A fault, and what finds it.
   *
   * @param by the model, worlds whose balance is compared, or a test
   */
  record Planted(PlantedFault fault, String by) {
    @Override
    public String toString() {
      return fault + ", found by " + by;
    }
  }

  private static Planted fault(String name, String file, String right, String wrong, String by) {
    return new Planted(new PlantedFault(name, SOURCES + file + ".java", right, wrong), by);
  }

  static List<Planted> faults() {
    return List.of(
        fault(
            "a repeat of a lost key is free",
            "Rules",
            ".filter(r -> r.state() == State.CHARGED)",
            ".filter(Reservation::mayHavePaid)",
            MODEL),
        fault("the dead are free", "Reservation", "says(State.EXPIRED,", "says(State.VOID,", MODEL),
        fault(
            "what is held is not counted",
            "Posting",
            "if (counted == 0) return;",
            "if (counted == 0 || entry.running()) return;",
            MODEL),
        fault(
            "unknown counts from giving up",
            "Reservation",
            "Math.min(saidAt, expires) : expires;",
            "Math.min(saidAt, expires) : Math.min(saidAt, expires);",
            MODEL),
        fault(
            "a refused repeat is stored",
            "Rules",
            "if (full != null) return full;",
            "if (full != null) {\n rows.put(reservation);\n return full;\n }",
            MODEL),
        fault(
            "a slot leaves too early",
            "Cap",
            "return slots().start(now - length());",
            "return slots().end(now - length());",
            MODEL),
        fault(
            "scopes around are not counted",
            "Posting",
            "for (String path : Paths.around(entry.scopes())) {",
            "for (String path : entry.scopes().split(\" \")) {",
            MODEL),
        fault(
            "a call that cost nothing takes back what was lost before",
            "Entry",
            "those(reservations, r -> r.state() != State.VOID);",
            "reservations.stream().anyMatch(r -> r.state() == State.VOID && r.saidAt() > at)"
                + " ? List.of() : reservations;",
            MODEL),
        fault(
            "a charge is told although another call was told it",
            "Rules",
            "said.equals(first) ? Charge.Kind.CHARGED",
            "first != null ? Charge.Kind.CHARGED",
            MODEL),
        fault(
            "a late word is not believed",
            "Rules",
            "if (!known.isPending() && known.state() != State.EXPIRED) {",
            "if (!known.isPending()) {",
            MODEL),
        fault(
            "a word is said again, and believed again",
            "Rules",
            "if (!known.isPending() && known.state() != State.EXPIRED) {",
            "if (known.state() == State.CHARGED) {",
            LEDGER + "aReservationThatWasGivenBackStaysSo"),
        fault(
            "a late charge counts as of now",
            "Reservation",
            "Math.min(saidAt, expires) : expires;",
            "saidAt : expires;",
            LEDGER + "aSleeperThatWasChargedCountsFromItsDeadline"),
        fault(
            "a repeat of a lost call does not fill the window of now",
            "Entry",
            "most(ended, Reservation::countsAt, at)",
            "least(ended, Reservation::countsAt, at)",
            LEDGER + "aLostCallThatIsLostAgainFillsTheWindowOfNow"),
        fault(
            "a settlement is believed against an answer",
            "Reservation",
            "(state == State.CHARGED || !Boolean.FALSE.equals(settled))",
            "!Boolean.FALSE.equals(settled)",
            LEDGER + "aSleeperThatWasChargedIsKnownByItsKey"),
        fault(
            "a settled key is free",
            "Rules",
            ".filter(r -> r.state() == State.CHARGED)",
            ".filter(r -> r.state() == State.CHARGED || Boolean.TRUE.equals(r.settled()))",
            LEDGER + "aKeyThatWasSettledAsChargedIsReservedAgainAndCountsOnce"),
        fault(
            "money of a key is counted beside its own",
            "Rules",
            ".limits(before, -1, own);",
            ".limits(before, -1, new HashMap<>());",
            LEDGER + "aLostCallSentAgainUnderItsKeyTakesNoMoreMoney"),
        fault(
            "a key lives from its last use",
            "Rules",
            "if (now - entry.at() >= KEY_LIFE)",
            "if (now - entry.saidAt() >= KEY_LIFE)",
            MODEL),
        fault(
            "another body is taken for the same",
            "Rules",
            "if (isOther(entry.digest(), wish.digest()))",
            "if (isOther(entry.digest(), entry.digest()))",
            MODEL),
        fault(
            "a random key is refused to whom it was told",
            "Rules",
            "return before != null && now != null && !before.equals(now);",
            "return !Objects.equals(before, now);",
            LEDGER + "aRandomKeyThatItsCallerRepeatsIsTheSameCall"),
        fault(
            "a random key takes any body for ever",
            "Rules",
            "if (used.digest() == null && wish.digest() != null)",
            "if (used.digest() != null && wish.digest() != null)",
            LEDGER + "aRandomKeyHasTheBodyOfItsFirstRepeat"),
        fault(
            "a key is the same for all accounts",
            "Wish",
            "\"key \" + account + \" \" + key",
            "\"key \" + key",
            LEDGER + "aKeyOfAnotherAccountIsAnotherKey"),
        fault(
            "an answer that names another load is believed",
            "Rules",
            "if (another != null) state = State.UNKNOWN;",
            "if (another != null) state = State.CHARGED;",
            LEDGER + "anAnswerThatNamesAnotherLoadIsUnknownAndItsKeyIsRefused"),
        fault(
            "a key that bought another load is sent on",
            "Rules",
            "if (entry.otherLoad() != null) return new Answer.Refused(KeyRefused.OTHER_LOAD);",
            "",
            LEDGER + "anAnswerThatNamesAnotherLoadIsUnknownAndItsKeyIsRefused"),
        fault(
            "a reservation that is asked for twice is made twice",
            "Rules",
            "if (known.id().equals(wish.id())) return again(known);",
            "if (known.id().equals(wish.name())) return again(known);",
            MODEL),
        fault(
            "an adjustment that is made again counts twice",
            "Rules",
            "if (rows.line(name) instanceof Line.Adjustment known) return known;",
            "",
            MODEL),
        fault(
            "a settlement that is made again is refused",
            "Rules",
            "boolean isDone = rows.line(name) != null;",
            "boolean isDone = false;",
            LEDGER + "whatIsSettledOnceMoreIsSettled"),
        fault(
            "a purge deletes what a call may still say",
            "Rules",
            "Math.min(before, now - NEWEST)",
            "before",
            LEDGER + "aTimeMayBeAsFarAwayAsAnyInstant"),
        fault(
            "a ledger in memory forgets keys of today",
            "memory/MemoryStorage",
            "KEY_KEPT = TimeUnit.DAYS.toMicros(3)",
            "KEY_KEPT = TimeUnit.HOURS.toMicros(3)",
            MODEL),
        fault(
            "a ledger in memory forgets scopes that are in use",
            "memory/MemoryStorage",
            "scope.usedAt < now - SCOPE_KEPT",
            "scope.usedAt < now - KEY_KEPT / 30",
            MODEL),
        fault(
            "of several limits the first one's time is told",
            "Rules",
            "(freesAt == null || freesAt > last.freesAt())",
            "freesAt == null",
            MODEL),
        fault(
            "what is on its way never frees a window",
            "Rules",
            "    if (held != 0) {\n      long known",
            "    if (held < 0) {\n      long known",
            MODEL),
        fault(
            "what is on its way frees a window as soon as it has ended",
            "Rules",
            "cap.isWindow() ? cap.passes(known) : known",
            "known",
            MODEL),
        fault(
            "a day is one of Greenwich",
            "Cap",
            "ZoneId zone = Objects.requireNonNull(limit.zone());",
            "ZoneId zone = ZoneId.of(\"UTC\");",
            MODEL),
        fault(
            "what is spent is rounded down",
            "NanoUsd",
            "RoundingMode.CEILING",
            "RoundingMode.FLOOR",
            LEDGER + "aPriceThatIsFinerThanNanoUsdIsRoundedUp"),
        fault(
            "a comparison that is made again is another",
            "Reconciling",
            "if (rows.line(name) instanceof Line.Comparison made) return made;",
            "",
            LEDGER + "aComparisonThatIsMadeAgainIsTheSame"),
        fault(
            "a repeat under way is settled",
            "Entry",
            "return !running && outcome == Charge.Kind.UNKNOWN;",
            "return outcome == Charge.Kind.UNKNOWN;",
            LEDGER + "aLostCallThatIsRepeatedWhileTheBalanceIsReadIsNotSettled"),
        fault(
            "what was just lost is settled",
            "Reconciling",
            "ON_ITS_WAY = TimeUnit.MINUTES.toMicros(5)",
            "ON_ITS_WAY = 0",
            BALANCE + "LATE"),
        fault(
            "what was charged while the balance was read counts before it",
            "Reconciling",
            "            before.least,\n",
            "            sums.getOrDefault(new Sum(Posting.LEDGER, Kind.LEAST, 0), 0L),\n",
            BALANCE + "BUSY"),
        fault(
            "what is on its way is not in the most",
            "Posting",
            "sign * entry.counted());\n    TreeSet",
            "sign * (entry.running() ? 0 : entry.most()));\n    TreeSet",
            BALANCE + "BUSY"),
        fault(
            "what ran at the opening is surely in its balance",
            "Posting",
            "return late ? Standing.DOUBTFUL : Standing.OUT;",
            "return Standing.OUT;",
            BALANCE + "BUSY"),
        fault(
            "an opening forgets what has just ended",
            "Reconciling",
            "for (Entry entry : rows.recent(outBefore)) posting.ledger(entry, 1, changes);",
            "",
            MODEL),
        fault(
            "an own key in a new ledger is surely new",
            "Posting",
            "return mayBePaidBefore(entry) ? Standing.DOUBTFUL : Standing.IN;",
            "return Standing.IN;",
            LEDGER + "anOwnKeyInANewLedgerMayHaveBeenPaidBefore"),
        fault(
            "prices are not compared",
            "Reconciling",
            "if (isUsed && !isSame) return false;",
            "",
            LEDGER + "aPriceThatHasChangedOpensAnewAndSettlesNothing"),
        fault(
            "a balance settles by counting",
            "Interval",
            "boolean isCharged = most - taken < entry.most;",
            "boolean isCharged = most - taken <= entry.most;",
            TABLE + "aTruthIsNeverSettledAsSomethingElse"),
        fault(
            "money that came is not noticed",
            "Interval",
            "Math.max(0, known.least - taken)",
            "0",
            LEDGER + "moneyThatCameUntoldSettlesNothingAndOpensAnew"),
        fault(
            "a reservation that came too late is kept",
            "Desk",
            "if (tooLate && wasMade.apply(answer)) takeBack(takeBack);",
            "",
            GUARD + "aReservationThatComesTooLateIsGivenBack"),
        fault(
            "a reservation whose answer was lost is kept",
            "Desk",
            "              told.completeExceptionally(failure(e));\n              takeBack(takeBack);\n",
            "              told.completeExceptionally(failure(e));\n",
            GUARD + "aReservationWhoseAnswerWasLostIsGivenBack"),
        fault(
            "a close leaves what is being reserved",
            "Desk",
            "!(closing && asks)",
            "(asks || !asks)",
            GUARD + "aCloseWaitsForWhatIsBeingReservedAndThatIsGivenBack"),
        fault(
            "what is not stored is not kept",
            "Desk",
            "if (isKept) kept.put(work.id, work);",
            "",
            GUARD + "whatCannotBeBookedIsToldKeptAndBookedAgainEachSecond"),
        fault(
            "a refusal is told although room was given back",
            "Refusals",
            "    newest = new LinkedHashMap<>();\n",
            "",
            GUARD + "aRefusalIsAnsweredFromTheLastOneForATenthOfASecond"));
  }

  /** The cheap half: a fault that is not in the source any more would be found by nobody. */
  @Test
  void everyFaultCanStillBePlanted() throws IOException {
    for (Planted planted : faults()) planted.fault.changed();
  }

  @Thorough("compiles each fault and runs many programs")
  @ParameterizedTest
  @MethodSource("faults")
  void aPlantedFaultIsFound(Planted planted, @TempDir Path folder) throws Exception {
    planted.fault.compileTo(folder);
    Thread here = Thread.currentThread();
    ClassLoader before = here.getContextClassLoader();
    ClassLoader loader = PlantedFault.loader(folder);
    loader.setDefaultAssertionStatus(true);
    here.setContextClassLoader(loader);
    try {
      Throwable found = find(loader, planted.by);
      assertThat(found).as("%s", planted).isInstanceOf(AssertionError.class);
      String said = String.valueOf(found.getMessage());
      System.out.println(planted + ": " + said.lines().findFirst().orElse(""));
    } finally {
      here.setContextClassLoader(before);
    }
  }

  /** What finds the fault must find nothing in the rules as they are. */
  @Thorough("runs what finds them without a fault")
  @Test
  void nothingIsFoundWithoutAFault() throws Exception {
    List<String> all = faults().stream().map(Planted::by).distinct().toList();
    for (String by : all) {
      if (by.equals(MODEL)) continue;
      assertThat(find(getClass().getClassLoader(), by)).as(by).isNull();
    }
  }

  private static Throwable find(ClassLoader loader, String by) throws Exception {
    if (by.equals(MODEL)) return call(loader, "model", long.class, PROGRAMS);
    if (by.startsWith(BALANCE)) {
      return call(loader, "balance", String.class, by.substring(BALANCE.length()));
    }
    String[] test = by.split("#");
    return run(loader.loadClass(test[0]), test[1]);
  }

  private static Throwable call(ClassLoader loader, String name, Class<?> type, Object value)
      throws Exception {
    Class<?> judges = loader.loadClass("io.freightsdk.spend.Judges");
    Method method = judges.getDeclaredMethod(name, type);
    method.setAccessible(true);
    return thrown(method, null, value);
  }

  /** Without JUnit, whose extensions would judge what is logged. */
  private static Throwable run(Class<?> test, String name) throws Exception {
    var constructor = test.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    for (Method each : annotated(test, BeforeEach.class)) thrown(each, instance);
    Throwable found = null;
    boolean isThere = false;
    for (Class<?> type = test; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (!method.getName().equals(name)) continue;
        isThere = true;
        method.setAccessible(true);
        found = thrown(method, instance);
      }
    }
    assertThat(isThere).as("there is no test %s", name).isTrue();
    for (Method each : annotated(test, AfterEach.class)) thrown(each, instance);
    return found;
  }

  private static List<Method> annotated(Class<?> test, Class<? extends Annotation> annotation) {
    List<Method> found = new ArrayList<>();
    for (Class<?> type = test; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (!method.isAnnotationPresent(annotation)) continue;
        method.setAccessible(true);
        found.add(method);
      }
    }
    return found;
  }

  private static Throwable thrown(Method method, Object instance, Object... arguments)
      throws IllegalAccessException {
    try {
      method.invoke(instance, arguments);
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }
}
