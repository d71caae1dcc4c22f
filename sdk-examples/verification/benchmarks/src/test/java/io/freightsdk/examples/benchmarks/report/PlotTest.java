package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotTest {
  private static final List<Curve> CURVES =
      Curve.of(
          List.of(
              Measurement.at(100, "loads", "create & tell", "time", "us", 10),
              Measurement.at(10_000, "loads", "create & tell", "time", "us", 1_000),
              Measurement.at(100, "loads", "read", "time", "us", 0),
              Measurement.at(1_000, "loads", "read", "time", "us", 100)));

  @Test
  void equalFactorsAreEqualDistances() throws Exception {
    // 10 to 1,000 upwards and 100 to 10,000 across: the point in the middle of both is read's only.
    Document plot = parsed();
    assertThat(paths(plot)).containsExactly("M80.0 344.0L680.0 72.0", "M380.0 208.0");
  }

  @Test
  void whatIsNotAboveZeroHasNoPlaceOnALogarithmicAxis() throws Exception {
    assertThat(Plot.of("Loads", "loads", CURVES)).doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(paths(parsed()).get(1)).doesNotContain("L");
  }

  @Test
  void titleAndDescriptionTellTheSameInWords() throws Exception {
    Document plot = parsed();
    assertThat(plot.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("Loads");
    assertThat(plot.getElementsByTagName("desc").item(0).getTextContent())
        .isEqualTo(
            "time (µs) by loads. create & tell: 10.0 µs at 100; 1,000 µs at 10,000. read: 0 µs at"
                + " 100; 100 µs at 1,000.");
    assertThat(plot.getDocumentElement().getAttribute("aria-labelledby")).isEqualTo("t d");
  }

  @Test
  void aReaderInTheDarkGetsColoursForIt() {
    assertThat(Plot.of("Loads", "loads", CURVES)).contains("@media(prefers-color-scheme:dark)");
  }

  private static Document parsed() throws Exception {
    byte[] svg = Plot.of("Loads", "loads", CURVES).getBytes(StandardCharsets.UTF_8);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg));
  }

  private static List<String> paths(Document plot) {
    NodeList paths = plot.getElementsByTagName("path");
    return IntStream.range(0, paths.getLength())
        .mapToObj(i -> (Element) paths.item(i))
        .filter(path -> path.getAttribute("class").equals("line"))
        .map(path -> path.getAttribute("d"))
        .toList();
  }
}
