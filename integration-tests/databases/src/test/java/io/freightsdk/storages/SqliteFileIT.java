package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.rules.Filter;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.NanoUsd;
import io.freightsdk.internal.ledger.rules.ReservationRequest;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.rules.Totals;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file, and all who want it at once. */
class SqliteFileIT {
  private static final int THREADS = 64;

  /** Of each process. */
  private static final int CALLS = 150;

  @TempDir Path folder;

  private static long charged(LedgerStorage storage) {
    return storage.<Totals>read(rows -> rows.totals(Filter.ALL)).charged();
  }

  @Test
  void noThreadIsTurnedAwayAndNoneLosesAnything() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    SqlStorage storage = SqlStorage.open(folder.resolve("ledger"), null);
    try {
      Buyer buyer = new Buyer(storage, List.of(Buyer.total("4.00")));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) callers.add(() -> buyer.payUntilRefused("0.02"));
      int paid = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) paid += caller.get();
      assertThat(paid).isEqualTo(200);
      assertThat(charged(storage)).isEqualTo(NanoUsd.of(new BigDecimal("4.00")));
    } finally {
      threads.shutdownNow();
      storage.close();
    }
  }

  @Test
  void whoClosesItLeavesItToTheOthersOfItsProcess() {
    Path file = folder.resolve("ledger");
    SqlStorage one = SqlStorage.open(file, null);
    SqlStorage other = SqlStorage.open(file, null);
    Buyer buyer = new Buyer(one, List.of());
    ReservationRequest held = buyer.request("client", "0.65", null);
    assertThat(buyer.reserve(held)).isInstanceOf(ReserveResult.Reserved.class);
    one.close();
    one.close();
    assertThat(new Buyer(other, List.of()).complete(held, Charge.Kind.CHARGED))
        .isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(other)).isEqualTo(NanoUsd.of(new BigDecimal("0.65")));
    other.close();
    assertThat(folder.toFile().list()).as("all is in one file").containsExactly("ledger");
  }

  @Test
  void aChangeReadsNothingWhileAnotherProcessChangesTheFile() throws Exception {
    Path file = folder.resolve("ledger");
    SqlStorage ledger = SqlStorage.open(file, null);
    AtomicBoolean hasRead = new AtomicBoolean();
    Function<LedgerRows, Boolean> change = rows -> hasRead.getAndSet(true);
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      assertThatThrownBy(() -> ledger.change(change, Duration.ofMillis(300)))
          .isInstanceOf(SpendLedgerException.class)
          .hasMessageContaining("its file was in use for 0.3 s by other calls or another program");
      assertThat(hasRead).isFalse();
      statement.execute("ROLLBACK");
    }
    ledger.close();
  }

  @Test
  void aCallThatEndsAfterTheLedgerWasClosedIsRecordedAndLeavesNothingOpen() {
    Path file = folder.resolve("ledger");
    SqlStorage ledger = SqlStorage.open(file, null);
    Buyer buyer = new Buyer(ledger, List.of());
    ReservationRequest held = buyer.request("client", "0.65", null);
    assertThat(buyer.reserve(held)).isInstanceOf(ReserveResult.Reserved.class);
    ledger.close();
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(ledger)).isEqualTo(NanoUsd.of(new BigDecimal("0.65")));
    assertThat(folder.toFile().list()).as("all is in one file").containsExactly("ledger");
  }

  @Test
  void anotherFileIsNamedAndLeftAlone() throws IOException {
    Path file = folder.resolve("letter");
    Files.writeString(file, "Dear all, ".repeat(500));
    assertThatThrownBy(() -> SqlStorage.open(file, null))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("letter: ")
        .hasMessageContaining("not a database");
    assertThat(file).hasContent("Dear all, ".repeat(500));
  }

  /** Pays in a scope of its own once it is told to, and says how often it was refused. */
  static final class Paying {
    private Paying() {}

    /** Arguments: the file, and the scope. */
    public static void main(String[] arguments) throws IOException {
      SqlStorage ledger = SqlStorage.open(Path.of(arguments[0]), null);
      Buyer buyer = new Buyer(ledger, List.of());
      System.out.println("ready");
      int unused = System.in.read();
      int failed = 0;
      for (int i = 0; i < CALLS; i++) {
        ReservationRequest request = buyer.request(arguments[1], "0.02", null);
        try {
          ReserveResult held = buyer.reserve(request);
          if (!(held instanceof ReserveResult.Reserved)) failed++;
          Charge.Kind unused2 = buyer.complete(request, Charge.Kind.CHARGED);
        } catch (SpendLedgerException e) {
          failed++;
        }
      }
      System.out.println("failed: " + failed);
      ledger.close();
    }
  }

  /** Each finds the file locked by the other most of the time. */
  @Test
  void twoBusyProcessesBothMakeProgressAndNoCallFails() throws Exception {
    Path file = folder.resolve("ledger");
    SqlStorage.open(file, null).close();
    List<Process> processes = new ArrayList<>();
    try {
      for (String scope : List.of("client/one", "client/other")) {
        List<String> command = ChildJvm.program(Paying.class, file.toString(), scope);
        processes.add(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
      }
      for (Process process : processes) {
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
      }
      for (Process process : processes) {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      }
      for (Process process : processes) {
        assertThat(process.inputReader().readLine()).isEqualTo("failed: 0");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    SqlStorage ledger = SqlStorage.open(file, null);
    List<String> scopes =
        new Buyer(ledger, List.of()).entries().stream().map(Entry::scope).toList();
    assertThat(scopes).hasSize(2 * CALLS);
    assertThat(scopes.subList(0, CALLS))
        .as("while both had calls to make")
        .contains("client/one", "client/other");
    ledger.close();
  }

  /** Says why a ledger cannot be opened. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) {
      try {
        SpendLedger.file(Path.of(arguments[0])).close();
        System.out.println("opened");
      } catch (SpendLedgerException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private String said(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aLibraryThatCannotBeLoadedIsRefusedWithWhatToDo() throws Exception {
    List<String> command = ChildJvm.program(Opening.class, folder.resolve("ledger").toString());
    command.add(1, "-Dorg.sqlite.tmpdir=" + Files.createFile(folder.resolve("no-folder")));
    assertThat(said(command))
        .contains("set the system property org.sqlite.tmpdir to a folder that this user may write");
  }

  @Test
  void aMissingDriverIsRefusedWithItsName() throws Exception {
    List<String> command = ChildJvm.program(Opening.class, folder.resolve("ledger").toString());
    int classPath = command.indexOf("-cp") + 1;
    String without =
        Stream.of(command.get(classPath).split(File.pathSeparator))
            .filter(jar -> !jar.contains("sqlite-jdbc"))
            .collect(Collectors.joining(File.pathSeparator));
    command.set(classPath, without);
    assertThat(said(command)).contains("add the dependency org.xerial:sqlite-jdbc");
  }
}
