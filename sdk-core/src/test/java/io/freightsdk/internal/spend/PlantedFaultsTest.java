package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are compiled into the rules of money, and found by random commands. */
class PlantedFaultsTest {
  private static final Path RULES = Path.of("src/main/java/io/freightsdk/internal/spend");
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  record Fault(String name, String file, String right, String wrong) {
    String source() throws IOException {
      return Files.readString(RULES.resolve(file + ".java"));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Fault> faults() {
    return List.of(
        new Fault(
            "what is spent is rounded down",
            "NanoUsd",
            "RoundingMode.CEILING",
            "RoundingMode.FLOOR"),
        new Fault("a cap is rounded up", "NanoUsd", "RoundingMode.FLOOR", "RoundingMode.CEILING"),
        new Fault(
            "a limit without a window",
            "Window",
            "CALENDAR_DAY -> new Window(0, limit.zone())",
            "CALENDAR_DAY -> null"),
        new Fault(
            "a window frees a slot early",
            "Window",
            "Math.floorDiv(nowMicros - spanMicros, width())",
            "Math.floorDiv(nowMicros - spanMicros, width()) + 1"),
        new Fault(
            "a clock a year ahead for one call",
            "Guard",
            "if (!differs) return null;",
            "if (bookStep == bookStep) return null;"),
        new Fault(
            "a rise misses a hold on its way",
            "Repricing",
            "      hold(operation, was, is);\n",
            ""),
        new Fault(
            "a rise misses what was charged",
            "Repricing",
            "entries.addAll(enter(",
            "if (token.isEmpty()) entries.addAll(enter("),
        new Fault(
            "a price that another process read is not used",
            "Rules",
            "return read == null ? price : Math.max(price, read);",
            "return price;"),
        new Fault(
            "a release on another call's word",
            "Rules",
            "money.holds.remove(hold.token());",
            "money.holds.clear();"),
        new Fault(
            "a free repeat of a lost key",
            "Rules",
            "isReplay = known != null && known.isBought();",
            "isReplay = known != null && known.isSpent();"),
        new Fault(
            "a repeat counts at its old time",
            "Rules",
            "money.at = now;",
            "if (money.at == 0) money.at = now;"),
        new Fault(
            "a key lives from its last use",
            "Rules",
            "Math.max(now - money.born, accounts.wall(now) - money.bornWall)",
            "now - money.at"),
        new Fault(
            "another load under a charged key is a replay",
            "Rules",
            "load != null && money.load != null && !money.load.equals(load)",
            "false"),
        new Fault(
            "another key's answer is believed",
            "Rules",
            "    if (load == null) return false;\n",
            "    if (book != null) return false;\n"),
        new Fault(
            "a balance is believed while calls run",
            "Reconciling",
            "accounts.scope(SpendScope.CLIENT).running > 0",
            "false"),
        new Fault(
            "a key of before the opening leaves it",
            "Rules",
            "open.entry().id() <= head.openedAfter) head.opening = null;",
            "open.entry().id() < 0) head.opening = null;"),
        new Fault(
            "a price that rises is read, and the books are not told",
            "BookPrices",
            "if (list != null) {",
            "if (list != null && list.prices().isEmpty()) {"),
        new Fault(
            "what was charged before the price fell is sure",
            "Repricing",
            "    if (charged) sum[0] += Math.min(0, price - line.leastNano());\n",
            ""),
        new Fault(
            "a lost repeat at a lower price forgets the higher",
            "Rules",
            "known == null ? price : Math.max(price, known.amount)",
            "price"),
        new Fault(
            "money of the same key that has left the window is taken out of it",
            "Accounts",
            "own.isSpent() && !left ? own.amount : 0",
            "own.isSpent() ? own.amount : 0"),
        new Fault(
            "a new window misses what was spent before",
            "Accounts",
            "    if (scope.spent > 0) fill(scope, ring);\n",
            ""),
        new Fault(
            "a purge drops keys of today",
            "Keeping",
            "book.now() - Rules.TOLD_TWICE",
            "book.now()"),
        new Fault(
            "a purge of a scope lets those inside it begin again",
            "Keeping",
            "if (inside || ",
            "if ("),
        new Fault(
            "a purge drops sums of what is unknown",
            "Keeping",
            "scope.total(null).totals(true).unknown() > 0",
            "false"),
        new Fault(
            "a late word leaves the call dead",
            "Sleepers",
            "    money.dead.remove(hold.token());\n",
            ""),
        new Fault(
            "reconcile() does not read the price",
            "BookLedger",
            "books.read(prices());",
            "false;"));
  }

  /** The cheap half: a fault that is not in the source any more would be found by nobody. */
  @Test
  void everyFaultCanStillBePlanted() throws IOException {
    for (Fault fault : faults()) assertCanBePlanted(fault);
  }

  static void assertCanBePlanted(Fault fault) throws IOException {
    assertThat(fault.source().split(Pattern.quote(fault.right()), -1)).as(fault.name()).hasSize(2);
  }

  @Test
  void noWorldBreaksAPromiseOfTheRulesAsTheyAre() {
    assertThat(MoneyPlay.play(1, Duration.ofSeconds(1).toNanos())).isNull();
  }

  @Thorough("compiles each fault and plays for a minute at most")
  @ParameterizedTest
  @MethodSource("faults")
  void aPlantedFaultIsFoundWithinAMinute(Fault fault, @TempDir Path folder) throws Exception {
    Class<?> play = planted(fault, folder, MoneyPlay.class);
    Method method = play.getDeclaredMethod("play", long.class, long.class);
    method.setAccessible(true);
    Object found = method.invoke(null, 1L, MINUTE);
    assertThat(found).as(fault.name()).isNotNull();
  }

  /** A class of this project, loaded once more with the fault below it. */
  static Class<?> planted(Fault fault, Path folder, Class<?> type) throws Exception {
    Path source = folder.resolve(fault.file() + ".java");
    Files.writeString(source, fault.source().replace(fault.right(), fault.wrong()));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String path =
        System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-cp",
                path,
                "-d",
                classes.toString(),
                source.toString());
    assertThat(failed).as("the fault compiles").isZero();

    return new Planted(classes).loadClass(type.getName());
  }

  /** The classes of this project once more, those with the fault first. */
  private static final class Planted extends ClassLoader {
    private final Path classes;

    Planted(Path classes) {
      super(PlantedFaultsTest.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.freightsdk.")) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        byte[] bytes = bytes(name.replace('.', '/') + ".class");
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] bytes(String file) throws ClassNotFoundException {
      Path own = classes.resolve(file);
      try (InputStream planted =
          Files.exists(own) ? Files.newInputStream(own) : getParent().getResourceAsStream(file)) {
        if (planted == null) throw new ClassNotFoundException(file);
        return planted.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
