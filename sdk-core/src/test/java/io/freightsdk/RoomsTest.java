package io.freightsdk;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.freightsdk.internal.guard.RememberedKeys;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The client knows no limit, ledger or storage: between it and them there is one door. */
class RoomsTest {
  private static final JavaClasses CLIENT =
      new ClassFileImporter().importPath(Path.of("target/classes"));

  @Test
  void nothingKnowsALedgerOrADatabase() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "io.freightsdk.spend..")
        .orShould()
        .haveSimpleNameContaining("Ledger")
        .orShould()
        .haveSimpleNameContaining("Storage")
        .orShould()
        .haveSimpleNameContaining("Database")
        .orShould()
        .haveNameMatching(".*\\.Spend(Limits?|Scope|Store|Entry|Totals|Books)")
        .check(CLIENT);
  }

  @Test
  void theDoorIsTheOnlyWayToMoneyThatIsSetAside() {
    classes()
        .that()
        .implement(SpendGuard.class)
        .should()
        .be(RememberedKeys.class)
        .andShould()
        .onlyHaveDependentClassesThat()
        .haveNameMatching("io\\.freightsdk\\.(FreightClientBuilder|internal\\.guard\\..*)")
        .check(CLIENT);
  }

  /** So that a reservation ends once, one class asks for it and ends it. */
  @Test
  void oneClassReservesAndCompletes() {
    for (String method : new String[] {"reserve", "complete"}) {
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.freightsdk.internal.call.Booking")
          .should()
          .callMethodWhere(target(owner(assignableTo(SpendGuard.class))).and(target(name(method))))
          .check(CLIENT);
    }
  }
}
