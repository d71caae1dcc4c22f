package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
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
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** A SQLite file with concurrent threads and processes. */
class SqliteFileIT {
  private static final int THREADS = 64;

  /** The calls of each process. */
  private static final int CALLS = 80;

  private static final String DENY_NATIVE = "--illegal-native-access=deny";

  @TempDir Path folder;

  private static BigDecimal charged(LedgerStorage storage) {
    return storage.<SpendTotals>read(rows -> rows.totals(SpendFilter.all())).chargedUsd();
  }

  @Test
  void threadsOfAProcessPayUpToTheLimit() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    SqlStorage storage = SqlStorage.open(folder.resolve("ledger"), null);
    try {
      Buyer buyer = new Buyer(storage, List.of(Buyer.total("4.00")));
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) callers.add(() -> buyer.payUntilRefused("0.02"));
      int paid = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) paid += caller.get();
      assertThat(paid).isEqualTo(200);
      assertThat(charged(storage)).isEqualTo(new BigDecimal("4.00"));
    } finally {
      threads.shutdownNow();
      storage.close();
    }
  }

  @Test
  void closingALedgerKeepsItsFileOpenForOthers() {
    Path file = folder.resolve("ledger");
    SqlStorage one = SqlStorage.open(file, null);
    SqlStorage other = SqlStorage.open(file, null);
    Buyer buyer = new Buyer(one, List.of());
    Purchase held = buyer.request("client", "0.65", null);
    assertThat(buyer.reserve(held)).isInstanceOf(Reservation.class);
    one.close();
    one.close();
    assertThat(new Buyer(other, List.of()).complete(held, Charge.Kind.CHARGED))
        .isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(other)).isEqualTo(new BigDecimal("0.65"));
    other.close();
    assertThat(folder.toFile().list()).as("all is in one file").containsExactly("ledger");
  }

  @Test
  void changeWaitsForTheChangeOfAnotherProcess() throws Exception {
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
  void callThatEndsAfterCloseIsRecordedAndClosesTheFile() {
    Path file = folder.resolve("ledger");
    SqlStorage ledger = SqlStorage.open(file, null);
    Buyer buyer = new Buyer(ledger, List.of());
    Purchase held = buyer.request("client", "0.65", null);
    assertThat(buyer.reserve(held)).isInstanceOf(Reservation.class);
    ledger.close();
    assertThat(buyer.complete(held, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(charged(ledger)).isEqualTo(new BigDecimal("0.65"));
    assertThat(folder.toFile().list()).as("all is in one file").containsExactly("ledger");
  }

  @Test
  void otherFileIsNamedAndUnchanged() throws IOException {
    Path file = folder.resolve("letter");
    Files.writeString(file, "Dear all, ".repeat(500));
    assertThatThrownBy(() -> SqlStorage.open(file, null))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("letter: ")
        .hasMessageContaining("not a database");
    assertThat(file).hasContent("Dear all, ".repeat(500));
  }

  /** Waits for a line of input, pays in its own scope, and prints the number of refusals. */
  static final class Paying {
    private Paying() {}

    /** Arguments: the file, and the scope. */
    public static void main(String[] arguments) throws IOException {
      SqlStorage ledger = SqlStorage.open(Path.of(arguments[0]), null);
      System.out.println("ready");
      int unused = System.in.read();
      System.out.println("failed: " + failed(ledger, arguments[1]));
      ledger.close();
    }

    /** Returns the number of failed calls. */
    static int failed(SqlStorage ledger, String scope) {
      Buyer buyer = new Buyer(ledger, List.of());
      int failed = 0;
      for (int i = 0; i < CALLS; i++) {
        Purchase request = buyer.request(scope, "0.02", null);
        try {
          Decision held = buyer.reserve(request);
          if (!(held instanceof Reservation)) failed++;
          Charge.Kind unused = buyer.complete(request, Charge.Kind.CHARGED);
        } catch (SpendLedgerException e) {
          failed++;
        }
      }
      return failed;
    }
  }

  /**
   * Each process finds the file locked by the other most of the time. One of them is this process.
   */
  @Test
  void twoBusyProcessesMakeProgressWithoutFailures() throws Exception {
    Path file = folder.resolve("ledger");
    SqlStorage ledger = SqlStorage.open(file, null);
    List<String> command = ChildJvm.program(Paying.class, file.toString(), "client/other");
    Process other =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("ready");
      other.getOutputStream().write('\n');
      other.getOutputStream().flush();
      assertThat(Paying.failed(ledger, "client/one")).isZero();
      assertThat(other.inputReader().readLine()).isEqualTo("failed: 0");
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      other.destroyForcibly();
    }
    List<String> scopes =
        new Buyer(ledger, List.of()).entries().stream().map(SpendEntry::scope).toList();
    assertThat(scopes).hasSize(2 * CALLS);
    assertThat(scopes.subList(0, CALLS))
        .as("while both had calls to make")
        .contains("client/one", "client/other");
    ledger.close();
  }

  /** Opens a ledger where another class loader has loaded it. */
  static final class Opening {
    private Opening() {}

    /** Prints the reasons of two attempts in one process. */
    public static void main(String[] arguments) {
      for (int i = 0; i < 2; i++) System.out.println(problem(arguments[0]));
    }

    /** Returns the reason why the ledger cannot be opened. */
    public static String problem(String file) {
      try {
        SpendLedger.open(Path.of(file)).close();
        return "opened";
      } catch (SpendLedgerException e) {
        return e.getMessage();
      }
    }
  }

  /**
   * Returns the reason why a ledger cannot be opened with new class loaders, as in a new process.
   *
   * @param isThere selects the available part of the class path
   */
  private String problem(Predicate<String> isThere) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<URL> parts = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator)) {
      if (isThere.test(part)) parts.add(Path.of(part).toUri().toURL());
    }
    ClassLoader ofJdk = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(parts.toArray(URL[]::new), ofJdk)) {
      Method method = loader.loadClass(Opening.class.getName()).getMethod("problem", String.class);
      method.setAccessible(true);
      return (String) method.invoke(null, folder.resolve("ledger").toString());
    }
  }

  @Test
  void libraryThatCannotBeLoadedFailsWithARemedy() throws Exception {
    String property = "org.sqlite.tmpdir";
    String before = System.getProperty(property);
    System.setProperty(property, Files.createFile(folder.resolve("no-folder")).toString());
    try {
      assertThat(problem(part -> true))
          .contains(
              "set the system property org.sqlite.tmpdir to a folder that this user may write");
    } finally {
      if (before == null) {
        System.clearProperty(property);
      } else {
        System.setProperty(property, before);
      }
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_24)
  void deniedNativeAccessFailsWithTheFlagOfJava() throws Exception {
    List<String> command =
        ChildJvm.program(Opening.class, folder.resolve("ledger").toString()).stream()
            .map(part -> part.replace("--enable-native-access=ALL-UNNAMED", DENY_NATIVE))
            .toList();
    assertThat(command).contains(DENY_NATIVE);
    Process program = new ProcessBuilder(command).start();
    try (BufferedReader output = program.inputReader()) {
      String flag = "start Java with --enable-native-access=ALL-UNNAMED";
      assertThat(output.readLine()).endsWith("SQLite to load its library; " + flag);
      assertThat(output.readLine()).contains(flag);
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void missingDriverFailsWithItsName() throws Exception {
    assertThat(problem(part -> !part.contains("sqlite-jdbc")))
        .contains("add the dependency org.xerial:sqlite-jdbc");
  }
}
