package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** A SQLite file without disk space: calls fail, no charge is lost, and the ledger recovers. */
class FullDiskIT {
  private static final int UNLIMITED_PAGES = 1 << 30;

  @TempDir Path folder;

  /** A file with a maximum number of pages. */
  private static final class SmallFile extends SQLiteDataSource {
    final AtomicInteger pages = new AtomicInteger(UNLIMITED_PAGES);

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA max_page_count = " + pages);
      }
      return connection;
    }

    int pagesNow() throws SQLException {
      try (Connection connection = super.getConnection();
          Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery("PRAGMA page_count")) {
        return found.getInt(1);
      }
    }
  }

  private static boolean storeCharge(
      SqlStorage ledger, Purchase held, Duration atMost, List<Throwable> lost) {
    try {
      Charge.Kind unused =
          ledger.storeOutcome(
              rows ->
                  new LedgerRules(rows)
                      .complete(
                          held, new Outcome(Charge.Kind.CHARGED, null, null, null, "request")),
              atMost,
              lost::add);
      return true;
    } catch (SpendLedgerException notYet) {
      assertThat(notYet.isTransient()).as("%s", notYet).isTrue();
      return false;
    }
  }

  /** Pays until the disk is full. Returns the number of payments. */
  private static int payUntilFull(Buyer buyer, List<Purchase> held) {
    int paid = 0;
    while (true) {
      Purchase request = buyer.request("0.02", null);
      try {
        buyer.reserve(request);
        held.add(request);
        Charge.Kind unused = buyer.complete(request, Charge.Kind.CHARGED);
        boolean unused2 = held.remove(request);
        paid++;
      } catch (SpendLedgerException full) {
        assertThat(full.isTransient()).as("%s", full).isTrue();
        assertThat(full).hasMessageContaining("database or disk is full");
        return paid;
      }
    }
  }

  @Test
  void fullFileFailsCallsAndLosesNoCharge() throws Exception {
    SmallFile file = new SmallFile();
    file.setUrl("jdbc:sqlite:" + folder.resolve("ledger"));
    SqlStorage ledger = SqlStorage.open(file, "acme", null);
    Buyer buyer = new Buyer(ledger, List.of(Buyer.total("100.00")));
    List<Purchase> held = new ArrayList<>();
    file.pages.set(file.pagesNow() + 3);
    int paid = payUntilFull(buyer, held);
    assertThat(paid).isPositive();
    assertThat(buyer.chargedUsd())
        .isEqualByComparingTo(new BigDecimal("0.02").multiply(BigDecimal.valueOf(paid)));
    assertThatExceptionOfType(SpendLedgerException.class)
        .as("as long as it is full")
        .isThrownBy(() -> buyer.hold("0.02", null));

    file.pages.set(UNLIMITED_PAGES);
    for (Purchase one : held) {
      assertThat(buyer.complete(one, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    }
    assertThat(buyer.pay("0.02", null)).isTrue();
    assertThat(buyer.entries()).hasSize(paid + held.size() + 1);
    assertThat(buyer.totals().reservedUsd()).isZero();
    ledger.close();
  }

  /** Fills the disk of its file, enlarges the disk, and prints the result. */
  static final class FillingProcess {
    private FillingProcess() {}

    /** Arguments: the folder where the disk is mounted. */
    public static void main(String[] arguments) throws Exception {
      Path disk = Path.of(arguments[0]);
      Path file = disk.resolve("ledger");
      SqlStorage ledger = SqlStorage.open(file, null);
      Buyer buyer = new Buyer(ledger, List.of());
      Purchase first = buyer.hold("0.65", "key");
      List<Purchase> held = new ArrayList<>();
      int paid = payUntilFull(buyer, held);
      assertThat(Files.size(file))
          .as("the file fills the disk, not its log")
          .isGreaterThan(Files.size(disk.resolve("ledger-wal")));
      List<Throwable> lost = new CopyOnWriteArrayList<>();
      boolean isStored = storeCharge(ledger, first, Duration.ofMillis(300), lost);
      Process remounted =
          new ProcessBuilder("mount", "-o", "remount,size=16m", disk.toString())
              .inheritIO()
              .start();
      assertThat(remounted.waitFor()).isZero();
      BigDecimal expected =
          new BigDecimal("0.65").add(new BigDecimal("0.02").multiply(BigDecimal.valueOf(paid)));
      Eventually.until(
          () -> buyer.chargedUsd().compareTo(expected) == 0,
          () -> buyer.totals() + " after " + paid + " calls");
      for (Purchase one : held) {
        assertThat(storeCharge(ledger, one, Duration.ofSeconds(10), lost)).isTrue();
      }
      assertThat(buyer.pay("0.02", null)).isTrue();
      assertThat(buyer.totals().reservedUsd()).isZero();
      assertThat(lost).isEmpty();
      ledger.close();
      System.out.println((isStored ? "stored " : "waited ") + paid);
    }
  }

  /** A real disk, in a namespace where this user may mount one. */
  @Test
  @Tag("slow") // starts a process and fills a disk
  void fullDiskFailsCallsAndLosesNoCharge() throws Exception {
    assumeTrue(mount("true") == 0, "this user may mount nothing");
    Path output = folder.resolve("said");
    List<String> filling =
        ChildJvm.program(FillingProcess.class, folder.resolve("disk").toString());
    assertThat(mount("exec '" + String.join("' '", filling) + "' > '" + output + "'"))
        .as("%s", Files.readString(output, StandardCharsets.UTF_8))
        .isZero();
    assertThat(output).content().containsPattern("(stored|waited) \\d\\d+");
  }

  private int mount(String then) throws Exception {
    Path disk = Files.createDirectories(folder.resolve("disk"));
    String script = "mount -t tmpfs -o size=3m,mode=700 tmpfs '" + disk + "' && " + then;
    try {
      Process process =
          new ProcessBuilder("unshare", "--map-root-user", "--mount", "sh", "-c", script)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
              .start();
      try {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException noSuchProgram) {
      return -1;
    }
  }
}
