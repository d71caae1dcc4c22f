package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a text of the service is shown on the terminal. */
class SecretsOfAReportTest {
  private final Secrets secrets = new Secrets("fak_QuokkaJumblyWizard", Contact.PHONE);

  SecretsOfAReportTest() {
    secrets.addLink("https://freight.test/driver/tok3nOfADr1ver");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fak_QuokkaJumblyWizard",
        "FAK_quokkaJUMBLYwizard",
        "fak QuokkaJumblyWizard",
        "f.a.k._.Q.u.o.k.k.a.J.u.m.b.l.y.W.i.z.a.r.d",
        "fak%5FQuokkaJumblyWizard",
        "fak\\u005fQuokkaJumblyWizard",
        "fak_Quokka\u200bJumblyWizard",
        "fak_Quokka\", \"JumblyWizard",
        "draziWylbmuJakkouQ_kaf",
        "ZmFrX1F1b2trYUp1bWJseVdpemFyZA==",
        "%2B13125550142",
        "+1 (312) 555-0142",
        "312.555.0142",
        "312/555/0142",
        "312\u00a0555\u00a00142",
        "312\", \"555\", \"0142",
        "2410555213",
        "555-0142",
        "tok3nOfADr1ver",
        "TOK3N-of-a-dr1ver",
        "https:\\/\\/freight.test\\/driver\\/another",
        "https%3A%2F%2Ffreight.test%2Fdriver%2Fanother"
      })
  void aSecretIsMaskedHoweverItIsSpelled(String spelled) {
    assertThat(secrets.masked("{\"error\":\"not " + spelled + " here\"}"))
        .isEqualTo("{\"error\":\"not *** here\"}");
  }

  @Test
  void whatIsNoSecretIsShown() {
    String text = "{\"error\":\"pickups.0.zip is missing\",\"balanceUsd\":24.35}";

    assertThat(secrets.masked(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Quokk", "aJumb", "lyWiz", "ard", "draz", "five", "zlyWiz", "Qu", "mood"})
  void noPieceOfASecretIsWrittenAsAName(String piece) {
    assertThat(secrets.name(piece)).isEqualTo("(a name that is not written here)");
    assertThat(secrets.name("loadNumber")).isEqualTo("loadNumber");
  }

  @Test
  void nothingMovesTheCursorOfTheTerminal() {
    assertThat(secrets.masked("a\u001b[2Jb\u009b1Ac\u2028d\u202ee\r\nf"))
        .isEqualTo("a [2Jb 1Ac d e f");
  }

  @Test
  @Timeout(120)
  void aLongTextDoesNotHoldUpTheRun() {
    assertThat(secrets.masked("a".repeat(1 << 20))).startsWith("aaaa").hasSizeLessThan(400);
  }
}
