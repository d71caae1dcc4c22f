package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments and settings with which the program cannot run. */
class UsageErrorsIT {
  @TempDir private Path folder;

  private String output(Map<String, String> changes, String... arguments) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "FREIGHT_BASE_URL", "https://freight.test",
                "FREIGHT_AGENT_KEY", "fak_secret",
                "FREIGHT_DRIVER_PHONE", ProgramRun.PHONE));
    environment.putAll(changes);
    ProgramRun contact = ProgramRun.with(environment, new Time(true), folder, arguments);
    assertThat(contact.code()).isEqualTo(2);
    assertThat(contact.file()).isEmpty();
    assertThat(contact.terminal()).doesNotContain("fak_", ProgramRun.PHONE, "Exception");
    return contact.terminal();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "http://freight.test",
        "ftp://freight.test",
        "freight.test",
        "https://fak_secret@freight.test",
        "https://freight.test/?key=fak_secret",
        "http://10.0.0.1:8080"
      })
  void unsafeAddressIsReportedButNotPrinted(String url) {
    assertThat(output(Map.of("FREIGHT_BASE_URL", url))).contains("FREIGHT_BASE_URL", "https://");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fak_ secret"})
  void invalidKeyIsReportedButNotPrinted(String key) {
    assertThat(output(Map.of("FREIGHT_AGENT_KEY", key))).contains("FREIGHT_AGENT_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3125550142", "+1 312 555 0142", "nobody", "+0125550142"})
  void invalidPhoneIsReportedBeforeAnyRequest(String phone) {
    assertThat(output(Map.of("FREIGHT_DRIVER_PHONE", phone), "--spend", "2.00"))
        .contains("FREIGHT_DRIVER_PHONE: set your own phone");
  }

  @ParameterizedTest
  @CsvSource({
    "--spend -1, --spend: needs an amount in USD",
    "--spend 2;00, --spend: needs an amount in USD",
    "--spend 1e3, --spend: needs an amount in USD",
    "--spend 0.001, --spend: needs an amount in USD",
    "--spend, --spend: needs an amount in USD",
    "--load LD-2026-0001, --spend 0.02",
    "--load --spend, --load: needs a load number",
    "--spend 0.02 --load -h, --load: needs a load number",
    "--record, --record: needs the name of a new file",
    "--record --demo, --record: needs the name of a new file",
    "fak_secret, usage: java -jar",
    "--help, usage: java -jar"
  })
  void invalidArgumentIsReported(String arguments, String output) {
    assertThat(output(Map.of(), arguments.split(" "))).contains(output);
  }

  @Test
  void missingFolderIsReportedBeforeAnyRequest() {
    try (AlteredService service = new AlteredService()) {
      ProgramRun contact = ProgramRun.with(service, folder.resolve("none"), "--spend", "2.00");

      assertThat(contact.terminal()).contains("first-contact.md cannot be written");
      assertThat(contact.code()).isEqualTo(2);
      assertThat(service.gone()).isZero();
    }
  }

  @Test
  void unconfirmedPhoneGetsNoMessage() {
    try (AlteredService service = new AlteredService()) {
      Map<String, String> environment = ProgramRun.environment(service);
      ProgramRun contact =
          ProgramRun.typing("no\n", environment, service.waits, folder, "--spend", "2.00");

      assertThat(contact.terminal()).contains("0142").doesNotContain("+1312");
      assertThat(contact.code()).isEqualTo(2);
      assertThat(service.server.journal().total()).isZero();
    }
  }
}
