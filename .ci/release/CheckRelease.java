import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Holds a staged release to what Maven Central asks for, and to what we promise on top of it.
 *
 * <p>{@code java .ci/release/CheckRelease.java [--signed] FOLDER [OTHER]}: with {@code --signed} every file
 * needs a signature. With a second folder, a release staged again from the same commit, every byte
 * of the two is compared, signatures and checksums of them left out.
 */
public class CheckRelease {
  private static final List<String> REQUIRED =
      List.of("modelVersion", "groupId", "artifactId", "version", "name", "description", "url", "licenses", "developers", "scm");

  private static final String HOME = "https://github.com/freightsdk/freight-sdk-java";

  private final Path folder;
  private final boolean signed;
  private final List<String> faults = new ArrayList<>();

  private CheckRelease(Path folder, boolean mustBeSigned) throws IOException {
    this.folder = folder;
    this.signed = mustBeSigned || files(folder).stream().anyMatch(file -> file.toString().endsWith(".asc"));
  }

  public static void main(String[] args) throws Exception {
    boolean mustBeSigned = args[0].equals("--signed");
    List<Path> folders = Stream.of(args).skip(mustBeSigned ? 1 : 0).map(Path::of).toList();
    CheckRelease check = new CheckRelease(folders.get(0), mustBeSigned);
    Set<String> published = check.artifacts();
    if (folders.size() > 1) {
      check.equalTo(folders.get(1));
    }
    check.faults.forEach(System.err::println);
    System.out.printf(
        Locale.ROOT,
        "%d artifacts (%s), %s%s: %s%n",
        published.size(),
        String.join(", ", published),
        check.signed ? "signed" : "not signed",
        folders.size() > 1 ? ", the same bytes twice" : "",
        check.faults.isEmpty() ? "no fault" : check.faults.size() + " faults");
    System.exit(check.faults.isEmpty() && !published.isEmpty() ? 0 : 1);
  }

  private Set<String> artifacts() throws Exception {
    Set<String> names = new TreeSet<>();
    for (Path pom : files(folder)) {
      if (pom.toString().endsWith(".pom")) {
        names.add(artifact(pom));
      }
    }
    for (Path pom : files(folder)) {
      if (pom.getFileName().toString().matches("freight-bom-.*\\.pom")) {
        bom(pom, names);
      }
    }
    return names;
  }

  /** Checks that the BOM manages exactly our artifacts, in this version. */
  private void bom(Path pom, Set<String> published) throws Exception {
    Element project = parse(pom).getDocumentElement();
    Set<String> managed = new TreeSet<>(Set.of("freight-bom"));
    NodeList dependencies = project.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      if (child(dependency, "groupId").equals("io.freightsdk")) {
        managed.add(child(dependency, "artifactId"));
        String version = child(dependency, "version").replace("${project.version}", child(project, "version"));
        expect(version.equals(child(project, "version")), "freight-bom: the version of " + child(dependency, "artifactId") + " is " + version);
      }
    }
    expect(managed.equals(published), "freight-bom manages " + managed + ", expected " + published);
  }

  private String artifact(Path pom) throws Exception {
    Element project = parse(pom).getDocumentElement();
    String name = child(project, "artifactId");
    String version = child(project, "version");
    String packaging = child(project, "packaging").isEmpty() ? "jar" : child(project, "packaging");
    String base = name + "-" + version;
    Path home = pom.getParent();

    for (String element : REQUIRED) {
      expect(!child(project, element).isBlank(), name + ": its POM has no <" + element + ">");
    }
    // Maven appends the name of a module to what it inherits: such pages do not exist.
    expect(child(project, "url").equals(HOME), name + ": its URL is " + child(project, "url"));
    Element scm = (Element) project.getElementsByTagName("scm").item(0);
    if (scm != null) {
      expect(child(scm, "url").equals(HOME), name + ": its scm URL is " + child(scm, "url"));
      expect(child(scm, "connection").equals("scm:git:" + HOME + ".git"), name + ": its connection is " + child(scm, "connection"));
      expect(child(scm, "developerConnection").endsWith(":freightsdk/freight-sdk-java.git"), name + ": its developerConnection is " + child(scm, "developerConnection"));
    }
    expect(!Files.readString(pom).contains("SNAPSHOT"), name + ": its POM names a snapshot");
    expect(child(project, "parent").isEmpty(), name + ": its POM needs a parent");
    expect(child(project, "repositories").isEmpty(), name + ": its POM names repositories");
    expect(
        pom.getFileName().toString().equals(base + ".pom"), name + ": the POM is " + pom.getFileName());

    Set<Path> wanted = new HashSet<>(Set.of(pom));
    if (packaging.equals("jar")) {
      for (String kind : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
        Path file = home.resolve(base + kind);
        expect(Files.exists(file), name + ": " + file.getFileName() + " is missing");
        wanted.add(file);
      }
    }
    for (Path file : files(home)) {
      String text = file.getFileName().toString();
      boolean isPayload = !text.matches(".*\\.(md5|sha1|sha256|sha512)") && !text.startsWith("maven-metadata");
      if (!isPayload) {
        continue;
      }
      digest(file, "MD5", ".md5");
      digest(file, "SHA-1", ".sha1");
      if (!text.endsWith(".asc")) {
        expect(!signed || Files.exists(home.resolve(text + ".asc")), name + ": " + text + " has no signature");
      }
      if (text.endsWith(".jar")) {
        jar(name, file);
      }
    }
    return name;
  }

  private void jar(String name, Path file) throws IOException {
    String text = file.getFileName().toString();
    boolean isJavadoc = text.endsWith("-javadoc.jar");
    boolean isSource = text.endsWith("-sources.jar");
    try (ZipFile jar = new ZipFile(file.toFile())) {
      Set<String> entries = jar.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
      if (isJavadoc) {
        expect(entries.contains("index.html"), text + " has no index.html");
        entries.stream()
            .filter(entry -> entry.contains("/internal/"))
            .findFirst()
            .ifPresent(entry -> faults.add(text + " shows internals: " + entry));
        return;
      }
      expect(entries.contains("META-INF/LICENSE"), text + " has no META-INF/LICENSE");
      expect(entries.contains("META-INF/NOTICE"), text + " has no META-INF/NOTICE");
      if (!isSource) {
        boolean isProgram = text.endsWith("-program.jar");
        boolean isModule = entries.contains("module-info.class") || manifest(jar).contains("Automatic-Module-Name: ");
        expect(isModule || isProgram, text + " has neither a module-info nor an Automatic-Module-Name: its module is named after its file");
        for (String entry : entries) {
          byte[] bytes = jar.getInputStream(jar.getEntry(entry)).readAllBytes();
          boolean isOurs = entry.startsWith("io/freightsdk/") || entry.equals("META-INF/MANIFEST.MF");
          expect(!isOurs || !new String(bytes, StandardCharsets.ISO_8859_1).contains("-SNAPSHOT"), text + ": " + entry + " names a snapshot");
          if (entry.endsWith(".class") && !entry.startsWith("META-INF/versions/")) {
            int major = (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
            expect(major <= 61, text + ": " + entry + " needs more than Java 17");
          }
        }
      }
    }
  }

  private static String manifest(ZipFile jar) throws IOException {
    return new String(jar.getInputStream(jar.getEntry("META-INF/MANIFEST.MF")).readAllBytes(), StandardCharsets.UTF_8);
  }

  private void digest(Path file, String algorithm, String suffix) throws Exception {
    Path sum = file.resolveSibling(file.getFileName() + suffix);
    if (!Files.exists(sum)) {
      // A signature needs no checksum of its own.
      expect(file.toString().endsWith(".asc"), file.getFileName() + " has no " + suffix);
      return;
    }
    String actual =
        HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    expect(Files.readString(sum).strip().equals(actual), sum.getFileName() + " does not match its file");
  }

  private void equalTo(Path other) throws IOException {
    TreeMap<String, Path> here = payload(folder);
    TreeMap<String, Path> there = payload(other);
    expect(here.keySet().equals(there.keySet()), "staged twice, the files are others");
    for (String name : here.keySet()) {
      if (there.containsKey(name) && Files.mismatch(here.get(name), there.get(name)) >= 0) {
        faults.add(name + " has other bytes when it is staged again");
      }
    }
  }

  private static TreeMap<String, Path> payload(Path root) throws IOException {
    TreeMap<String, Path> found = new TreeMap<>();
    for (Path file : files(root)) {
      String name = root.relativize(file).toString();
      if (!name.contains(".asc") && !name.contains("maven-metadata")) {
        found.put(name, file);
      }
    }
    return found;
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      faults.add(otherwise);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static Document parse(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  /** The text of a direct child, empty when there is none. */
  private static String child(Element parent, String name) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent().strip();
      }
    }
    return "";
  }
}
