//! Packages of which the program is known: what `npx` and `uvx` fetch, if it is not installed, and run.
//!
//! Only of these names that a package has is it known who publishes it: `npx ls` runs what anybody called so.

use shell_syntax::Word;

use crate::programs::{Entry, Switch};

/// Packages of npm whose program is called as they are, and programs of others of which nobody else has a package that
/// could be run (looked up on 2026-11-26; `biome`, `spectral` and `ncu` are other people's).
const NPM: &str = " amplify asyncapi astro buf cap cdk cdktf changeset clasp commitlint convex cspell cypress depcheck dprint drizzle-kit eas \
    esbuild eslint expo expo-doctor firebase gatsby hardhat htmlhint ionic jest jscpd jshint knip lefthook lerna license-checker lighthouse madge markdownlint \
    markdownlint-cli2 mmdc mocha nest netlify next ng nx oxlint playwright pm2 prettier prisma publint pyright railway react-native \
    rollup sentry-cli sequelize-cli serverless sf shopify snyk sst standard stylelint supabase svelte-check syncpack tailwindcss textlint \
    ts-node tsc tsx turbo typedoc typeorm vercel vite vitest vsce vue vue-tsc webpack wp-env wrangler xo ";

/// Packages of npm, and what their program is called.
const NPM_OTHERS: [(&str, &str); 40] = [
    ("@angular/cli", "ng"),
    ("@apollo/rover", "rover"),
    ("@asyncapi/cli", "asyncapi"),
    ("@aws-amplify/cli", "amplify"),
    ("@biomejs/biome", "biome"),
    ("@bufbuild/buf", "buf"),
    ("@capacitor/cli", "cap"),
    ("@changesets/cli", "changeset"),
    ("@commitlint/cli", "commitlint"),
    ("@datadog/datadog-ci", "datadog-ci"),
    ("@dotenvx/dotenvx", "dotenvx"),
    ("@expo/cli", "expo"),
    ("@google/clasp", "clasp"),
    ("@graphql-codegen/cli", "graphql-codegen"),
    ("@graphql-inspector/cli", "graphql-inspector"),
    ("@ionic/cli", "ionic"),
    ("@mermaid-js/mermaid-cli", "mmdc"),
    ("@microsoft/api-extractor", "api-extractor"),
    ("@nestjs/cli", "nest"),
    ("@openapitools/openapi-generator-cli", "openapi-generator"),
    ("@railway/cli", "railway"),
    ("@redocly/cli", "redocly"),
    ("@salesforce/cli", "sf"),
    ("@sentry/cli", "sentry-cli"),
    ("@shopify/cli", "shopify"),
    ("@stoplight/spectral-cli", "spectral"),
    ("@tailwindcss/cli", "tailwindcss"),
    ("@vscode/vsce", "vsce"),
    ("@vue/cli", "vue"),
    ("@wordpress/env", "wp-env"),
    ("aws-cdk", "cdk"),
    ("cdktf-cli", "cdktf"),
    ("dotenv-cli", "dotenv"),
    ("eas-cli", "eas"),
    ("firebase-tools", "firebase"),
    ("markdownlint-cli", "markdownlint"),
    ("netlify-cli", "netlify"),
    ("npm-check-updates", "ncu"),
    ("typescript", "tsc"),
    ("webpack-cli", "webpack"),
];

/// Packages of the Python index whose program is called as they are.
const PYPI: &str = " alembic ansible-lint bandit black codespell coverage deptry djlint flake8 hatch interrogate isort \
    mdformat mkdocs mypy nox pdm pip-audit pipdeptree poetry pre-commit pycodestyle pydocstyle pyflakes pylint pyright pyroma radon \
    ruff safety semgrep snakemake sqlfluff sqlfmt twine ty vulture xenon yamllint yapf zizmor ";

/// Packages of the Python index, and what their program is called.
const PYPI_OTHERS: [(&str, &str); 5] = [
    ("awscli", "aws"),
    ("dbt-core", "dbt"),
    ("huggingface-hub", "hf"),
    ("huggingface_hub", "hf"),
    ("httpie", "http"),
];

/// The program of a package that a call of this line fetches and runs, if it is known.
pub(crate) fn of(entry: &Entry<'_>, package: &Word) -> Option<&'static str> {
    let registry = if entry.settings.has(Switch::NpmPackages) {
        Registry::Npm
    } else if entry.settings.has(Switch::PypiPackages) {
        Registry::Pypi
    } else {
        return None;
    };
    program(registry, &package.text).filter(|_| package.literal)
}

/// Where packages come from.
#[derive(Clone, Copy, Debug)]
enum Registry {
    Npm,
    Pypi,
}

/// The program that a package brings, if it is one of these. A version may stand behind its name (`eslint@9`), and
/// nothing that is one of another place.
fn program(registry: Registry, package: &str) -> Option<&'static str> {
    let (same, others): (&str, &[(&str, &str)]) = match registry {
        Registry::Npm => (NPM, &NPM_OTHERS),
        Registry::Pypi => (PYPI, &PYPI_OTHERS),
    };
    let name = without_version(package)?;
    let other = others.iter().find(|(it, _)| *it == name).map(|(_, program)| *program);
    other.or_else(|| same.split_ascii_whitespace().find(|it| *it == name))
}

/// `eslint` of `eslint@9.1`, and `@angular/cli` of `@angular/cli@latest`. What begins with a dot is a folder (`eslint@..`),
/// and what ends like an archive is a file.
fn without_version(package: &str) -> Option<&str> {
    let Some(at) = package.bytes().skip(1).position(|byte| byte == b'@') else {
        return Some(package);
    };
    let (name, version) = package.split_at_checked(at + 1)?;
    let is_of_one = |byte: u8| byte.is_ascii_alphanumeric() || b"@.^~-+".contains(&byte);
    let lower = version.trim_start_matches('@').to_ascii_lowercase();
    let is_file = lower.starts_with('.')
        || [".tgz", ".tar", ".tar.gz"].iter().any(|end| lower.ends_with(end));
    (version.bytes().all(is_of_one) && !is_file).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_package_is_known_with_a_version() {
        for (package, program_of_it) in [
            ("eslint", Some("eslint")),
            ("eslint@9", Some("eslint")),
            ("wrangler@latest", Some("wrangler")),
            ("@angular/cli", Some("ng")),
            ("@angular/cli@^17.0.1", Some("ng")),
            ("ng", Some("ng")),
            ("ls", None),
            ("", None),
            ("@", None),
            ("eslint@github:a/b", None),
            ("eslint@.", None),
            ("eslint@..", None),
            ("eslint@evil.tgz", None),
            ("eslint@EVIL.TAR.GZ", None),
            ("eslint@file:./src/x", None),
            ("eslint@npm:other", None),
            ("eslint@https://h.example/x.tgz", None),
            ("ruff", None),
            ("spectral", None),
            ("@stoplight/spectral-cli", Some("spectral")),
        ] {
            assert_eq!(program(Registry::Npm, package), program_of_it, "{package}");
        }
        assert_eq!(program(Registry::Pypi, "ruff@0.6.0"), Some("ruff"));
        assert_eq!(program(Registry::Pypi, "httpie"), Some("http"));
    }
}
