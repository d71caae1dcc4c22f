package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program is told, and what it says if it cannot run. */
class CannotRunIT {
  @TempDir private Path folder;

  private Contact run(Map<String, String> changes, String... arguments) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "FREIGHT_BASE_URL", "https://freight.test",
                "FREIGHT_AGENT_KEY", "fak_secret",
                "FREIGHT_DRIVER_PHONE", Contact.PHONE));
    environment.putAll(changes);
    Contact contact = Contact.with(environment, Waits.skipped(), folder, arguments);
    assertThat(contact.code()).isEqualTo(2);
    assertThat(contact.file()).isEmpty();
    assertThat(contact.terminal()).doesNotContain("fak_", Contact.PHONE, "Exception");
    return contact;
  }

  @ParameterizedTest
  @CsvSource({
    "http://freight.test, must begin with https://",
    "ftp://freight.test, is no address",
    "freight.test, is no address",
    "https://fak_secret@freight.test, is more than an address",
    "https://freight.test/?key=fak_secret, is more than an address",
    "http://10.0.0.1:8080, must begin with https://"
  })
  void anAddressThatIsNoneOrNotSafeIsSaidWithoutIt(String url, String said) {
    assertThat(run(Map.of("FREIGHT_BASE_URL", url)).terminal()).contains(said);
  }

  @Test
  void aKeyThatNoHeaderTakesIsSaidWithoutIt() {
    assertThat(run(Map.of("FREIGHT_AGENT_KEY", "fak_ secret")).terminal())
        .contains("FREIGHT_AGENT_KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3125550142", "+1 312 555 0142", "nobody", "+0125550142"})
  void aPhoneThatIsNoneIsSaidBeforeAnythingIsAsked(String phone) {
    assertThat(run(Map.of("FREIGHT_DRIVER_PHONE", phone), "--spend", "2.00", "--yes").terminal())
        .contains("FREIGHT_DRIVER_PHONE")
        .doesNotContain(phone);
  }

  @Test
  void aPhoneIsNeededOnlyIfSomebodyIsTexted() {
    assertThat(run(Map.of("FREIGHT_DRIVER_PHONE", ""), "--spend", "2.00").terminal())
        .contains("your own phone");
    assertThat(Options.parse(List.of("--load", "LD-1", "--spend", "0.02")).creates()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "2,00", "1e3", "0.001", "99999", "NaN", ""})
  void aSumThatIsNoneIsNotTaken(String usd) {
    assertThatThrownBy(() -> Options.parse(List.of("--spend", usd)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--spend");
  }

  @Test
  void aFolderThatTakesNoFileIsSaidBeforeAnythingIsAsked() {
    try (AlteredService service = new AlteredService()) {
      Contact contact = Contact.with(service, folder.resolve("none"), "--spend", "2.00", "--yes");

      assertThat(contact.terminal()).contains("first-contact.md cannot be written");
      assertThat(contact.code()).isEqualTo(2);
      assertThat(service.gone()).isZero();
    }
  }

  @Test
  void anArgumentThatIsNotKnownIsNotRepeated() {
    assertThat(run(Map.of(), "fak_secret").terminal()).contains("not known").contains("--help");
  }

  @Test
  void aReadOfALoadNeedsItsPrice() {
    assertThatThrownBy(() -> Options.parse(List.of("--load", "LD-2026-0001")))
        .hasMessageContaining("--spend 0.02");
  }
}
