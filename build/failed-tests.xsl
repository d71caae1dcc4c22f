<?xml version="1.0" encoding="UTF-8"?>
<!-- Of a report of Surefire one line for each test that failed, and not only once (flakyFailure): its name, and how its message begins. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8" />
  <xsl:template match="/">
    <xsl:for-each select="/testsuite/testcase[failure or error]">
      <xsl:value-of select="concat(@classname, '.', @name, ': ')" />
      <xsl:value-of select="substring(normalize-space((failure | error)[1]), 1, 150)" />
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
