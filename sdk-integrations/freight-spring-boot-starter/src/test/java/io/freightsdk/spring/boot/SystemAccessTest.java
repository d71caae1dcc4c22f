package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-spring-boot-starter", Path.of("target/classes"))
        // Where there is no bean of this name.
        .allow("spring.boot.autoconfigure.FreightClientAutoConfiguration", "Clock.systemUTC")
        // Defaults of constructors.
        .allow("spring.boot.autoconfigure.BalanceHealth", "System.nanoTime")
        // What a listener has refused is told again some seconds later.
        .allow(
            "spring.boot.autoconfigure.FreightFleetAutoConfiguration$Teller",
            "CompletableFuture.delayedExecutor")
        .check();
  }

  /**
   * Whatever the starter makes goes by the bean {@code freightClock}: nothing is made in a way that
   * leaves out a clock that it could be given.
   */
  @Test
  void whatTakesAClockIsGivenOne() {
    JavaClasses classes = new ClassFileImporter().importPath(Path.of("target/classes"));
    List<String> forgotten = new ArrayList<>();
    int given = 0;
    for (JavaClass type : classes) {
      for (JavaCodeUnitAccess<?> call : type.getCodeUnitAccessesFromSelf()) {
        Optional<? extends JavaCodeUnit> target = call.getTarget().resolveMember();
        if (target.isEmpty() || !call.getTargetOwner().getPackageName().startsWith(OURS)) continue;
        if (isGivenAClock(target.get())) given++;
        else if (couldBeGivenAClock(target.get()) && !setsTheClock(type, target.get())) {
          forgotten.add(call.getDescription());
        }
      }
    }
    assertThat(forgotten).isEmpty();
    // Client, ledger, outbox, watches and readings at least: the rule has something to find.
    assertThat(given).isGreaterThanOrEqualTo(5);
  }

  private static final String OURS = "io.freightsdk";

  private static boolean isGivenAClock(JavaCodeUnit made) {
    return made.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Clock.class));
  }

  /** There is one of the same name with a clock, or what is returned builds with one. */
  private static boolean couldBeGivenAClock(JavaCodeUnit made) {
    boolean overloaded =
        made.getOwner().getCodeUnits().stream()
            .anyMatch(
                other ->
                    other.getName().equals(made.getName())
                        && other.getModifiers().contains(JavaModifier.PUBLIC)
                        && isGivenAClock(other));
    return overloaded || (made.getName().equals("builder") && clockOf(made).isPresent());
  }

  private static Optional<JavaMethod> clockOf(JavaCodeUnit builder) {
    return builder.getRawReturnType().tryGetMethod("clock", Clock.class);
  }

  /** The class that makes the builder, or one beside it, sets its clock. */
  private static boolean setsTheClock(JavaClass maker, JavaCodeUnit builder) {
    return clockOf(builder).stream()
        .anyMatch(
            clock ->
                maker.getCodeUnitAccessesFromSelf().stream()
                        .anyMatch(
                            call -> call.getTarget().getFullName().equals(clock.getFullName()))
                    || maker.getMethodReferencesFromSelf().stream()
                        .anyMatch(
                            call -> call.getTarget().getFullName().equals(clock.getFullName())));
  }
}
