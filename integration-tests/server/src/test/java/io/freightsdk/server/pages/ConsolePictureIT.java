package io.freightsdk.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The picture in the README shows the current console. A text file next to the picture has the
 * contents of the page, because pixels differ between machines. {@code -Dfreight.regenerate=true}
 * writes both.
 */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class ConsolePictureIT {
  private static final Path PICTURE = Path.of("..", "..", "docs", "console.png");
  private static final Path SHOWN = Path.of("..", "..", "docs", "console.txt");
  private static final int MAX_BYTES = 200_000;
  private static final String COMMAND =
      "mvn -Pslow -pl integration-tests/server -am verify -Dtest=none -Dit.test=ConsolePictureIT"
          + " -Dfreight.regenerate=true";

  @AutoClose private final ConsoleScene scene = new ConsoleScene();

  @Test
  void thePictureShowsTheConsoleAsItIs() throws IOException {
    try (BrowserSession session = BrowserSession.desktop(scene.server.baseUrl())) {
      Page page = session.open(scene.console("#loads/" + ConsoleScene.ON_THE_ROAD)).page();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      assertThat(page.locator(".map .driven")).hasCount(1);
      assertThat(page.locator(".map .state")).not().hasCount(0);
      String shown = shown(page);
      if (Boolean.getBoolean("freight.regenerate")) {
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURE).setClip(0, 0, 1280, 720));
        Files.writeString(SHOWN, shown);
      }
      assertThat(Files.readString(SHOWN))
          .as("docs/console.png shows another console than this; take a new picture: %s", COMMAND)
          .isEqualTo(shown);
    }
    assertThat(Files.size(PICTURE)).isBetween(10_000L, (long) MAX_BYTES);
  }

  /** Roles and texts for a screen reader, without the tokens of links. */
  private static String shown(Page page) {
    return page.locator("body")
            .ariaSnapshot()
            .replaceAll("\\.\\./(track|driver)/[^\\s\"]+", "../$1/…")
        + "\n";
  }
}
