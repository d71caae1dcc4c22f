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
 * The picture of the console in the README is of the console as it is. What the page shows is kept
 * as text beside the picture, because pixels differ from machine to machine; with {@code
 * -Dfreight.regenerate=true} both are written.
 */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class ConsolePictureIT {
  private static final Path PICTURE = Path.of("..", "..", "docs", "console.png");
  private static final Path SHOWN = Path.of("..", "..", "docs", "console.txt");
  private static final int MOST_BYTES = 200_000;
  private static final String COMMAND =
      "mvn -Pslow -pl integration-tests/server -am verify -Dtest=none -Dit.test=ConsolePictureIT"
          + " -Dfreight.regenerate=true";

  @AutoClose private final ConsoleScene scene = new ConsoleScene();

  @Test
  void thePictureShowsTheConsoleAsItIs() throws IOException {
    try (Visit visit = Visit.desktop(scene.server.baseUrl())) {
      Page page = visit.open(scene.console("#loads/" + ConsoleScene.ON_THE_ROAD)).page();
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
    assertThat(Files.size(PICTURE)).isBetween(10_000L, (long) MOST_BYTES);
  }

  /** Roles and texts, as a screen reader hears them; tokens of links are left out. */
  private static String shown(Page page) {
    return page.locator("body")
            .ariaSnapshot()
            .replaceAll("\\.\\./(track|driver)/[^\\s\"]+", "../$1/…")
        + "\n";
  }
}
