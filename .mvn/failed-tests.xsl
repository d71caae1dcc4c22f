<?xml version="1.0" encoding="UTF-8"?>
<!-- Of a report of Surefire one line for each test that failed or was skipped: its name, and how its message begins. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8" />
  <xsl:template match="/">
    <xsl:for-each select="/testsuite/testcase[failure or error or skipped]">
      <xsl:value-of select="concat(@classname, '.', @name, ': ')" />
      <xsl:if test="skipped">was skipped: </xsl:if>
      <!-- A reason is an attribute, or begins a stack trace. -->
      <xsl:variable name="said" select="(failure | error | skipped)[1]" />
      <xsl:value-of select="substring(normalize-space(concat($said[self::skipped]/@message, ' ', $said)), 1, 250)" />
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
